import Versions

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
    func key(_ finding: Finding) -> (String, SemanticVersion, String, String) {
      (
        finding.component?.text ?? "", finding.version ?? SemanticVersion(0, 0, 0),
        finding.code.rawValue, finding.message
      )
    }
    findings.sort { key($0) < key($1) }
  }
}
