extension VersionRequirement {
  /// Reads what `description` writes.
  public init(parsing text: String) throws(VersionError) {
    self = try Self.parse(text).satisfiable()
  }

  private static func parse(_ text: String) throws(VersionError) -> VersionRequirement {
    for (prefix, make) in prefixes where text.hasPrefix(prefix) {
      return make(try SemanticVersion(parsing: String(text.dropFirst(prefix.count))))
    }
    for (separator, make) in separators {
      let halves = text.split(separator: separator, omittingEmptySubsequences: false)
      guard halves.count == 2 else { continue }
      return make(try SemanticVersion(parsing: String(halves[0])), try SemanticVersion(parsing: String(halves[1])))
    }
    return .exact(try SemanticVersion(parsing: text))
  }

  private static let prefixes: [(String, @Sendable (SemanticVersion) -> VersionRequirement)] = [
    ("from ", { .from($0) }), ("up to the next minor from ", { .upToNextMinor(from: $0) }),
  ]

  private static let separators:
    [(String, @Sendable (SemanticVersion, SemanticVersion) -> VersionRequirement)] = [
      ("..<", { .range(from: $0, to: $1) }), ("...", { .closedRange(from: $0, through: $1) }),
    ]
}
