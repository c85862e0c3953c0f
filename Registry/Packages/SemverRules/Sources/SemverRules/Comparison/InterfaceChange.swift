public import Versions

/// One difference between what a module offered to its clients and what it offers now.
public struct InterfaceChange: Hashable, Codable, Sendable {
  /// The effect on clients: that of the rule, and never ``InterfaceLevel/unchanged``.
  public let level: InterfaceLevel
  /// The name of the rule, such as `throws-added`.
  public let rule: String
  /// The name of the module whose clients are affected.
  public let module: String
  /// The declaration that changed, as in `Order.cook(_:)`.
  public let declaration: String
  /// The change, as in `func Order.cook(_:) was removed`: a line without a full stop.
  public private(set) var words: String

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - rule: The rule, whose effect is not ``InterfaceLevel/unchanged``.
  ///   - module: The name of the module.
  ///   - declaration: The declaration, as ``Declaration/place`` writes it.
  ///   - words: The change as a line without a full stop, as in `func Order.cook(_:) was removed`.
  public init(_ rule: Rule, module: String, declaration: String, words: String) {
    (level, self.rule, self.module) = (rule.effect, rule.name, module)
    (self.declaration, self.words) = (declaration, words)
  }

  /// Returns the same change with the platform that it is limited to, as in `… on macOS`.
  public func on(_ platform: String) -> InterfaceChange {
    var change = self
    change.words += " on \(platform)"
    return change
  }

  /// The change and the name of its rule, as in `func bake() was removed [declaration-removed]`.
  public var line: String { "\(words) [\(rule)]" }
}

extension InterfaceChange: Comparable {
  /// Sorts breaking changes first, then by module and declaration.
  public static func < (left: InterfaceChange, right: InterfaceChange) -> Bool {
    if left.level != right.level { return left.level > right.level }
    return (left.module, left.declaration, left.words, left.rule)
      < (right.module, right.declaration, right.words, right.rule)
  }
}

/// The differences between two public interfaces.
public struct InterfaceDifference: Hashable, Codable, Sendable {
  /// The changes in ascending order (breaking changes first), each once.
  public let changes: [InterfaceChange]
  /// The differences that were not compared, each with its reason, as in `the traits, since it does not
  /// build with all of them`.
  public let gaps: [String]

  /// Creates a difference from changes and gaps in any order, in which some may occur more than
  /// once.
  public init(_ changes: [InterfaceChange] = [], gaps: [String] = []) {
    self.changes = Set(changes).sorted()
    self.gaps = Set(gaps).sorted()
  }

  /// Returns the changes and gaps of both differences.
  public func joined(with other: InterfaceDifference) -> InterfaceDifference {
    InterfaceDifference(changes + other.changes, gaps: gaps + other.gaps)
  }

  /// The greatest effect of all changes; ``InterfaceLevel/unchanged`` without any.
  public var level: InterfaceLevel {
    changes.map(\.level).max() ?? .unchanged
  }

  /// The breaking changes.
  public var breakages: [InterfaceChange] {
    changes.filter { $0.level == .breaking }
  }

  /// The additive changes.
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
  /// Returns the lowest version that may follow `last` with such a change.
  ///
  /// ```swift
  /// let last = try SemanticVersion(parsing: "1.2.0")
  /// InterfaceLevel.additive.lowestAllowedVersion(after: last)  // 1.3.0
  /// ```
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

  /// Returns the lowest allowed version that is above all recorded versions in its way, as for a
  /// backport.
  ///
  /// - Parameters:
  ///   - last: The version that the change is compared with.
  ///   - releases: The versions that are taken, in any order. A version is in the way if it is not
  ///     below the lowest allowed one, and, unless the change is breaking, has its major number.
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
  /// Compares two levels by their effect: ``unchanged`` is the lowest.
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
