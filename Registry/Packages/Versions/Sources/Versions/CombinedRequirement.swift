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
