package import Errors
package import Versioning

extension VersionRequirement {
  /// Reads what `description` writes.
  package init(_ text: String) throws(OperationError) {
    self = try Self.parse(text).requireSatisfiable()
  }

  private static func parse(_ text: String) throws(OperationError) -> VersionRequirement {
    for (prefix, make) in prefixes where text.hasPrefix(prefix) {
      return make(try SemanticVersion(String(text.dropFirst(prefix.count))))
    }
    for (separator, make) in separators {
      let halves = text.split(separator: separator, omittingEmptySubsequences: false)
      guard halves.count == 2 else { continue }
      return make(try SemanticVersion(String(halves[0])), try SemanticVersion(String(halves[1])))
    }
    return .exact(try SemanticVersion(text))
  }

  private static let prefixes: [(String, @Sendable (SemanticVersion) -> VersionRequirement)] = [
    ("from ", { .from($0) }), ("up to the next minor from ", { .upToNextMinor(from: $0) }),
  ]

  private static let separators:
    [(String, @Sendable (SemanticVersion, SemanticVersion) -> VersionRequirement)] = [
      ("..<", { .range(from: $0, to: $1) }), ("...", { .closedRange(from: $0, through: $1) }),
    ]
}
