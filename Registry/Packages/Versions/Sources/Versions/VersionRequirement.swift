/// A version requirement, with SwiftPM's terms and meaning.
///
/// `from: "0.2.3"` reaches 0.9.9, unlike in npm and Cargo. A pre-release meets a range only where
/// the range names one. A closed range is, as in SwiftPM, the half-open one up to the patch after
/// its upper bound. The bounds of a range may be out of order in memory, and then nothing meets
/// it; ``satisfiable()`` refuses such, as every reader does.
public enum VersionRequirement: Hashable, Sendable {
  case exact(SemanticVersion)
  /// Up to the next major version.
  case from(SemanticVersion)
  case upToNextMinor(from: SemanticVersion)
  case range(from: SemanticVersion, to: SemanticVersion)
  case closedRange(from: SemanticVersion, through: SemanticVersion)

  /// Whether `version` meets this requirement where it is the only one.
  ///
  /// Where several requirements meet, ask ``CombinedRequirement``: SwiftPM admits pre-releases by
  /// what is left of all ranges together.
  public func contains(_ version: SemanticVersion) -> Bool {
    switch self {
    case .exact(let exact): exact == version
    default: range?.contains(version) ?? false
    }
  }

  /// Whether `version` is between the bounds, as a pre-release too: a version outside does not meet
  /// this requirement, whatever other requirements there are.
  public func spans(_ version: SemanticVersion) -> Bool {
    switch self {
    case .exact(let exact): exact == version
    default: range.map { $0.lower <= version && version < $0.upper } ?? false
    }
  }

  /// The versions written in the requirement, in the order in which they are written.
  public var namedVersions: [SemanticVersion] {
    switch self {
    case .exact(let version), .from(let version), .upToNextMinor(from: let version): [version]
    case .range(let lower, let upper), .closedRange(let lower, let upper): [lower, upper]
    }
  }

  /// Throws where no version could ever meet the requirement.
  @discardableResult
  public func satisfiable() throws(VersionError) -> VersionRequirement {
    switch self {
    case .exact, .from, .upToNextMinor: return self
    case .range, .closedRange: if let range, !range.isEmpty { return self }
    }
    throw VersionError(
      .unsatisfiableRequirement,
      "no version meets \(quoted(description))",
      help: "the upper bound must be greater than the lower"
    )
  }

  /// The half-open range that is meant; `nil` for an exact requirement.
  public var range: VersionRange? {
    switch self {
    case .exact: nil
    case .from(let lower): VersionRange(lower, lower.nextMajor)
    case .upToNextMinor(from: let lower): VersionRange(lower, lower.nextMinor)
    case .range(let lower, let upper): VersionRange(lower, upper)
    case .closedRange(let lower, let upper):
      VersionRange(
        lower,
        SemanticVersion(upper.major, upper.minor, upper.patch + 1, prerelease: upper.prerelease)
      )
    }
  }
}

extension VersionRequirement: CustomStringConvertible {
  /// The form for people: `2.4.1`, `from 1.0.0`, `up to the next minor from 1.2.0`, `1.0.0..<2.0.0` or
  /// `1.0.0...1.9.0`.
  public var description: String {
    switch self {
    case .exact(let version): "\(version)"
    case .from(let lower): "from \(lower)"
    case .upToNextMinor(from: let lower): "up to the next minor from \(lower)"
    case .range(let lower, let upper): "\(lower)..<\(upper)"
    case .closedRange(let lower, let upper): "\(lower)...\(upper)"
    }
  }
}
