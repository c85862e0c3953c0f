package import Versioning

/// The effect of an interface change on clients, in ascending order.
package enum InterfaceLevel: String, CaseIterable, Hashable, Sendable {
  case unchanged
  case additive
  case breaking
}

extension InterfaceLevel {
  /// The lowest version that may follow `last` with such a change.
  ///
  /// Before 1.0.0 each part promises what the one to its right promises from then on: a minor
  /// version may break, a patch may add. A pre-release promises nothing but the release that it
  /// announces, which is therefore the lowest that may follow.
  package func leastHonestVersion(after last: SemanticVersion) -> SemanticVersion {
    if last.isPrerelease { return last.core }
    let isInitial = last.major == 0
    return switch self {
    case .breaking: isInitial ? last.nextMinor : last.nextMajor
    case .additive: isInitial ? last.nextPatch : last.nextMinor
    case .unchanged: last.nextPatch
    }
  }

  /// Whether `version` promises no more than such a change keeps, where it follows `last`.
  ///
  /// A pre-release is as honest as the release that it announces.
  package func isHonest(_ version: SemanticVersion, after last: SemanticVersion) -> Bool {
    last.isPrerelease || version.core >= leastHonestVersion(after: last)
  }
}

extension InterfaceLevel: Comparable {
  package static func < (left: InterfaceLevel, right: InterfaceLevel) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .unchanged: 0
    case .additive: 1
    case .breaking: 2
    }
  }
}
