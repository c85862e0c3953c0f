/// A version requirement, with SwiftPM's terms and meaning.
///
/// `from: "0.2.3"` reaches 0.9.9, unlike in npm and Cargo. A pre-release meets a range only where
/// the range names one. A closed range is, as in SwiftPM, the half-open one up to the patch after
/// its upper bound. The bounds of a range may be out of order in memory, and then nothing meets
/// it; ``satisfiable()`` refuses such, as every reader does.
public enum VersionRequirement: Hashable, Sendable {
  /// One version, whatever its build metadata.
  case exact(SemanticVersion)
  /// From a version up to the next major version, also below 1.0.0.
  case from(SemanticVersion)
  /// From a version up to the next minor version.
  case upToNextMinor(from: SemanticVersion)
  /// From the lower bound, up to but not including the upper bound.
  case range(from: SemanticVersion, to: SemanticVersion)
  /// From the lower to the upper bound, both included.
  case closedRange(from: SemanticVersion, through: SemanticVersion)

  /// Whether `version` meets this requirement if it is the only one.
  ///
  /// Where several requirements meet, ask ``CombinedRequirement``: SwiftPM admits pre-releases by
  /// the intersection of all ranges.
  public func contains(_ version: SemanticVersion) -> Bool {
    switch self {
    case .exact(let exact): exact == version
    default: range?.contains(version) ?? false
    }
  }

  /// Whether `version` is between the bounds, pre-releases included.
  ///
  /// A version outside does not meet this requirement, whatever other requirements there are.
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

  /// Returns the requirement itself if a version can meet it.
  ///
  /// - Throws: ``VersionError`` with the code ``VersionError/Code/unsatisfiableRequirement`` for an
  ///   empty range.
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

  /// The half-open range of versions that meet the requirement; `nil` for an exact one.
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

/// Versions from `lower` on and before `upper`, read as SwiftPM reads such a range: see
/// ``contains(_:)``.
public struct VersionRange: Hashable, Sendable {
  /// The first version of the range, without build metadata.
  public let lower: SemanticVersion
  /// The first version behind the range, without build metadata.
  public let upper: SemanticVersion

  /// Creates a range; if the bounds are out of order, it contains nothing.
  public init(_ lower: SemanticVersion, _ upper: SemanticVersion) {
    self.lower = lower.withoutBuildMetadata
    self.upper = upper.withoutBuildMetadata
  }

  /// Whether `version` is between the bounds.
  ///
  /// A pre-release is in the range only if one of the bounds names a pre-release, and one of the
  /// upper bound's own only if that bound does: who writes `..<2.0.0` does not mean `2.0.0-beta`.
  public func contains(_ version: SemanticVersion) -> Bool {
    if version.isPrerelease {
      guard namesPrerelease else { return false }
      guard upper.isPrerelease || version.core != upper else { return false }
    }
    return lower <= version && version < upper
  }

  /// Whether the range contains no version.
  ///
  /// Pre-releases of the upper bound are not in it, unless the bound is a pre-release too.
  public var isEmpty: Bool {
    lower.core >= upper.core && (!upper.isPrerelease || lower >= upper)
  }

  private var namesPrerelease: Bool {
    lower.isPrerelease || upper.isPrerelease
  }

  /// Returns the range between the greater lower and the lesser upper bound, which may be empty.
  public func intersection(_ other: VersionRange) -> VersionRange {
    VersionRange(max(lower, other.lower), min(upper, other.upper))
  }
}

extension VersionRequirement {
  /// Reads the form that ``description`` writes.
  ///
  /// - Throws: ``VersionError`` if a version in it cannot be read, or if no version can meet it.
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
      return make(
        try SemanticVersion(parsing: String(halves[0])),
        try SemanticVersion(parsing: String(halves[1]))
      )
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

/// The combination of several requirements on one component, as SwiftPM combines them.
///
/// Whether pre-releases are admitted is decided on what is left of all ranges together: beside
/// `1.0.0-beta..<2.0.0`, a plain `0.8.0..<2.0.0` accepts 1.0.0-beta.2, since the intersection
/// starts at a pre-release; `1.5.0..<2.0.0` in its place would not. An exact pre-release has to
/// meet that intersection by itself. The order of the requirements has no part in the answer.
///
/// So one more requirement may admit a version that was not admitted before, and the admitted
/// versions of several requirements are *not* the intersection of those of each: no set of
/// versions says it. A solver stays right if it
///
/// 1. reasons about bounds (``VersionRequirement/spans(_:)``), which do intersect like sets: a
///    version outside is outside for good, and every conclusion from that may be learned;
/// 2. chooses only versions that this type admits, and at the end checks each choice against all
///    requirements on it;
/// 3. learns a refusal that rests on admission alone only together with *all* requirements on that
///    component that were in force, present and absent, since another could change it.
public struct CombinedRequirement: Hashable, Sendable {
  private var range: VersionRange?
  private var exact: SemanticVersion?
  private var isContradictory = false

  /// Combines requirements, in any order.
  ///
  /// Without any requirement, every release that is not a pre-release is admitted.
  public init(_ requirements: some Sequence<VersionRequirement>) {
    for requirement in requirements { add(requirement) }
  }

  private mutating func add(_ requirement: VersionRequirement) {
    guard !isContradictory else { return }
    if case .exact(let version) = requirement {
      if let exact, exact != version {
        (range, self.exact, isContradictory) = (nil, nil, true)
      } else {
        exact = version.withoutBuildMetadata
      }
    } else if let other = requirement.range {
      range = range?.intersection(other) ?? other
    }
  }

  /// Whether `version` meets all the requirements together.
  public func contains(_ version: SemanticVersion) -> Bool {
    guard !isContradictory else { return false }
    if let exact, exact != version { return false }
    if let range { return range.contains(version) }
    return exact != nil || !version.isPrerelease
  }
}
