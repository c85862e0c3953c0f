import Versioning

/// The result of a verification: what was checked, and the findings.
package struct Verification: Hashable, Sendable {
  /// How many components have a log or are in the manifest.
  package var components = 0
  package var releases = 0
  package var tags = 0
  /// How many releases are signed.
  package var signatures = 0
  /// How many records of an earlier commit were looked for; `nil` if none was asked about.
  package var earlierRecords: Int?
  /// By component, version and code; those about the whole first.
  package var findings: [Finding] = []

  package var isSound: Bool {
    findings.allSatisfy { $0.severity != .fault }
  }

  mutating func sortFindings() {
    findings.sort { left, right in
      if left.component != right.component {
        guard let first = left.component else { return true }
        guard let second = right.component else { return false }
        return first < second
      }
      if left.version != right.version {
        guard let first = left.version else { return true }
        guard let second = right.version else { return false }
        return first < second
      }
      return (left.code.rawValue, left.message) < (right.code.rawValue, right.message)
    }
  }
}
