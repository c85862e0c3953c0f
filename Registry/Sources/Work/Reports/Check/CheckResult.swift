package import Base
import Checks
package import Git
package import SemverRules
package import Versions

/// The changes that a check found, and the next version that they require.
package struct CheckResult: Sendable {
  package struct Change: Sendable {
    package let change: InterfaceChange
    /// `nil` if it is nowhere in the sources as it is called.
    package let place: ChangePlaces.Place?
    /// The reason in the list of accepted changes; `nil` if the change is not in it.
    package let reason: String?
  }

  /// The name of the package.
  package let package: String
  package let base: CheckBase
  /// Whether a product is a library, before or after.
  package let hasLibrary: Bool
  /// Breakages first.
  package let changes: [Change]
  /// Differences that the comparison does not cover.
  package let gaps: [String]
  /// The package's files that are not as the newest commit has them.
  package let uncommitted: [TreePath]
  package let notes: [String]
  /// The entries of the list of accepted changes that none of the changes is.
  package let unmetAcceptances: [AcceptedChanges.Entry]

  init(
    package: String,
    base: CheckBase,
    comparison: InterfaceComparison,
    accepted: AcceptedChanges,
    uncommitted: [TreePath],
    notes: [String],
    places: ChangePlaces
  ) throws {
    (self.package, self.base, self.uncommitted) = (package, base, uncommitted)
    self.notes = notes
    var difference = InterfaceDifference()
    if case .difference(let found) = comparison { difference = found }
    hasLibrary = comparison != .noLibrary
    gaps = difference.gaps
    changes = try difference.changes.map { change in
      Change(
        change: change,
        place: try places.place(of: change),
        reason: change.level == .breaking ? accepted.reason(for: change) : nil
      )
    }
    unmetAcceptances = accepted.entries.filter { entry in
      !difference.breakages.contains(where: entry.isOf)
    }
  }

  package var breakages: [Change] { changes.filter { $0.change.level == .breaking } }
  package var additions: [Change] { changes.filter { $0.change.level == .additive } }

  /// The effect on clients, without that of accepted changes.
  package var level: InterfaceLevel {
    changes.filter { $0.reason == nil }.map(\.change.level).max() ?? .unchanged
  }

  /// The lowest version that the changes allow; `nil` after a revision without a version.
  package var lowestAllowedVersion: SemanticVersion? {
    base.version.map { level.lowestAllowedVersion(after: $0) }
  }

  /// How much a change may change.
  package enum Allowance: String, CaseIterable, Sendable {
    case patch, minor, major
  }

  /// Whether the changes are within what is allowed; before 1.0.0, a minor version may be incompatible
  /// and a patch may have additions.
  package func isWithin(_ allowance: Allowance) -> Bool {
    if base.version?.major == 0 {
      return switch allowance {
      case .patch: level <= .additive
      case .minor, .major: true
      }
    }
    return switch allowance {
    case .patch: level == .unchanged
    case .minor: level <= .additive
    case .major: true
    }
  }

  /// Whether the changes allow a version to be the next one.
  ///
  /// - Throws: If nothing tells which version it would follow.
  package func allows(_ version: SemanticVersion) throws(OperationError) -> Bool {
    guard let last = base.version else {
      throw OperationError(
        .noVersion,
        "cannot tell whether '\(version)' is allowed: '\(base.name)' is not a version tag",
        help: "compare with a version: leave out the revision, or name a tag such as '1.2.3'"
      )
    }
    return version > last && level.allows(version, after: last)
  }
}
