public import Versions

/// One way in which what a module offers to others differs from what it offered before.
public struct InterfaceChange: Hashable, Codable, Sendable {
  public let level: InterfaceLevel
  /// The name of the rule that says so.
  public let rule: String
  public let module: String
  /// Which declaration, as in `Order.cook(_:)`.
  public let declaration: String
  /// The change, as in `func Order.cook(_:) was removed`: a line without a full stop.
  public private(set) var words: String

  /// - Parameter rule: One that is not without effect.
  public init(_ rule: Rule, module: String, declaration: String, words: String) {
    (level, self.rule, self.module) = (rule.effect, rule.name, module)
    (self.declaration, self.words) = (declaration, words)
  }

  /// The same on one platform of several.
  public func on(_ platform: String) -> InterfaceChange {
    var change = self
    change.words += " on \(platform)"
    return change
  }

  /// The change and the name of its rule.
  public var line: String { "\(words) [\(rule)]" }
}

extension InterfaceChange: Comparable {
  /// Breakages first, then by module and declaration.
  public static func < (left: InterfaceChange, right: InterfaceChange) -> Bool {
    if left.level != right.level { return left.level > right.level }
    return (left.module, left.declaration, left.words, left.rule)
      < (right.module, right.declaration, right.words, right.rule)
  }
}

/// The differences between two public interfaces.
public struct InterfaceDifference: Hashable, Codable, Sendable {
  /// Sorted, each once.
  public let changes: [InterfaceChange]
  /// The differences that were not compared, each with its reason, as in `the traits, since it does not
  /// build with all of them`.
  public let gaps: [String]

  public init(_ changes: [InterfaceChange] = [], gaps: [String] = []) {
    self.changes = Set(changes).sorted()
    self.gaps = Set(gaps).sorted()
  }

  /// Both together.
  public func joined(with other: InterfaceDifference) -> InterfaceDifference {
    InterfaceDifference(changes + other.changes, gaps: gaps + other.gaps)
  }

  public var level: InterfaceLevel {
    changes.map(\.level).max() ?? .unchanged
  }

  public var breakages: [InterfaceChange] {
    changes.filter { $0.level == .breaking }
  }

  public var additions: [InterfaceChange] {
    changes.filter { $0.level == .additive }
  }
}

/// The effect of an interface change on clients, in ascending order.
public enum InterfaceLevel: String, CaseIterable, Codable, Hashable, Sendable {
  /// Clients compile as before, with a new warning at most.
  case unchanged
  /// There is more to use, and all that was there can be used as before.
  case additive
  /// Code that uses the package may no longer compile.
  case breaking
}

extension InterfaceLevel {
  /// The lowest version that may follow `last` with such a change.
  ///
  /// Before 1.0.0, a minor version may contain incompatible changes, and a patch may add to the
  /// interface. After a pre-release, the lowest version is the release that it precedes.
  public func lowestAllowedVersion(after last: SemanticVersion) -> SemanticVersion {
    if last.isPrerelease { return last.core }
    let isInitial = last.major == 0
    return switch self {
    case .breaking: isInitial ? last.nextMinor : last.nextMajor
    case .additive: isInitial ? last.nextPatch : last.nextMinor
    case .unchanged: last.nextPatch
    }
  }

  /// The same above all recorded versions that are in the way, as for a backport.
  public func lowestFreeVersion(
    after last: SemanticVersion,
    besides releases: [SemanticVersion]
  ) -> SemanticVersion {
    let least = lowestAllowedVersion(after: last)
    let later = releases.filter { $0 >= least && ($0.major == least.major || self == .breaking) }
    guard let greatest = later.max() else { return least }
    return max(least, lowestAllowedVersion(after: greatest))
  }

  /// Whether a release with such a change may have the version `version` after `last`.
  ///
  /// A pre-release is allowed if the release that it precedes is.
  public func allows(_ version: SemanticVersion, after last: SemanticVersion) -> Bool {
    last.isPrerelease || version.core >= lowestAllowedVersion(after: last)
  }
}

extension InterfaceLevel: Comparable {
  public static func < (left: InterfaceLevel, right: InterfaceLevel) -> Bool {
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
