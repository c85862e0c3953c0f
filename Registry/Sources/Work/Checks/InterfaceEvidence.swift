package import Base
package import Model
package import SemverRules
package import Versions

/// The result of comparing a component's public interface before its release.
package struct InterfaceEvidence: Sendable {
  /// The result of the comparison, if there was one.
  package enum Finding: Hashable, Sendable {
    case compared(InterfaceComparison)
    /// Not compared, on request.
    case unchecked
  }

  package let finding: Finding
  /// The release, or the baseline, that it was compared with.
  package let since: SemanticVersion?
  /// The reason for accepting incompatible changes; `nil` if they are not accepted.
  package var accepted: String?

  /// Nothing was compared, and a person chose the version.
  package static let unchecked = InterfaceEvidence(.unchecked, since: nil)

  package init(_ finding: Finding, since: SemanticVersion?, accepted: String? = nil) {
    self.finding = finding
    self.since = since
    self.accepted = accepted
  }

  /// The differences that were found; none if nothing was compared.
  package var difference: InterfaceDifference {
    if case .compared(.difference(let difference)) = finding { return difference }
    return InterfaceDifference()
  }

  /// The change that the version has to allow for.
  package var promised: InterfaceLevel {
    let level = difference.level
    guard level == .breaking, accepted != nil else { return level }
    return difference.additions.isEmpty ? .unchanged : .additive
  }

  /// The lowest version that follows a log and allows for the changes.
  ///
  /// - Parameter level: The change that it has to allow for besides.
  package func lowestAllowedVersion(
    after log: ReleaseLog,
    atLeast level: InterfaceLevel
  ) throws(OperationError) -> SemanticVersion {
    guard let current = log.greatestAvailable?.version else { return SemanticVersion(1, 0, 0) }
    return try lowestAllowedVersion(
      after: current,
      promise: log.latestRelease?.version ?? current,
      atLeast: level
    )
  }

  /// - Parameters:
  ///   - current: The greatest version so far.
  ///   - last: The version that the next one must be compatible with.
  ///   - level: The change that it has to allow for besides.
  package func lowestAllowedVersion(
    after current: SemanticVersion,
    promise last: SemanticVersion,
    atLeast level: InterfaceLevel
  ) throws(OperationError) -> SemanticVersion {
    guard finding != .unchecked else {
      throw OperationError(
        .noVersion,
        "cannot choose the version after '\(current)' without comparing the public API",
        help: "name the version to release, such as '\(current.nextPatch)'"
      )
    }
    let least = max(promised, level).lowestAllowedVersion(after: last)
    // A pre-release has announced more already.
    return least > current ? least : current.isPrerelease ? current.core : current.nextPatch
  }

  /// Throws for a version that does not allow for the changes.
  ///
  /// - Parameters:
  ///   - value: That of the option that accepts the changes.
  ///   - releases: The recorded versions, here and on other branches, after which a version is advised.
  ///   - isTaken: Whether a version cannot be advised.
  package func check(
    _ version: SemanticVersion,
    accepting value: String = "REASON",
    after releases: [SemanticVersion] = [],
    besides isTaken: (SemanticVersion) -> Bool = { _ in false }
  ) throws(OperationError) {
    if accepted != nil, difference.breakages.isEmpty {
      throw OperationError(
        .nothingToAccept,
        "the public API has no incompatible changes\(since.map { " since '\($0)'" } ?? "")"
          + ", so there is nothing to accept",
        help: "remove '--accept-breaking'"
      )
    }
    guard let since, finding != .unchecked else { return }
    guard !promised.allows(version, after: since) else { return }
    let least =
      version.isPrerelease
      ? try lowestPrerelease(like: version, since, besides: releases, isTaken)
      : lowestRelease(since, besides: releases, isTaken)
    let isBroken = promised == .breaking
    let promise =
      isBroken ? "compatibility with '\(since)'" : "no additions since '\(since)'"
    let changes = isBroken ? difference.breakages : difference.additions
    throw OperationError(
      .versionTooLow,
      "version '\(version)' promises \(promise), but in the public API"
        + Self.list(changes.map(\.line)),
      help: isBroken
        ? "release '\(least)', or accept the changes with '--accept-breaking \(value)'"
        : "release '\(least)'"
    )
  }

  private func lowestRelease(
    _ since: SemanticVersion,
    besides releases: [SemanticVersion],
    _ isTaken: (SemanticVersion) -> Bool
  ) -> SemanticVersion {
    var least = promised.lowestFreeVersion(after: since, besides: releases)
    while isTaken(least) { least = promised.lowestAllowedVersion(after: least) }
    return least
  }

  /// The lowest pre-release with the label of another one.
  private func lowestPrerelease(
    like version: SemanticVersion,
    _ since: SemanticVersion,
    besides releases: [SemanticVersion],
    _ isTaken: (SemanticVersion) -> Bool
  ) throws(OperationError) -> SemanticVersion {
    let label = try version.prereleaseLabel
    // A pre-release does not take the place of what it announces.
    let core = lowestRelease(since, besides: releases.filter { !$0.isPrerelease }, isTaken)
    let last = releases.filter { $0.isPrerelease && $0.core == core }.max()
    var least =
      if let last { try last.incremented(.prerelease(label)) } else {
        try core.announced(by: label)
      }
    while isTaken(least) { least = try least.incremented(.prerelease(label)) }
    return least
  }

  /// Returns the part of the release's record that states the result.
  package func record(of version: SemanticVersion) -> ReleaseInterface {
    switch finding {
    case .unchecked: return ReleaseInterface(.unchecked)
    case .compared(.noLibrary): return ReleaseInterface(.noLibrary)
    case .compared(.firstRelease): return ReleaseInterface(.first)
    case .compared(.difference(let difference)):
      let isAllowed = since.map { difference.level.allows(version, after: $0) } ?? true
      return ReleaseInterface(
        ReleaseInterface.Change(difference.level),
        since: since,
        accepted: isAllowed ? nil : accepted,
        rules: Rule.setVersion
      )
    }
  }

  private static func list(_ lines: [String]) -> String {
    let most = 20
    let rest = lines.count > most ? "\n  and \(lines.count - most) more" : ""
    return lines.prefix(most).map { "\n  \($0)" }.joined() + rest
  }
}

extension ReleaseInterface.Change {
  init(_ level: InterfaceLevel) {
    self =
      switch level {
      case .unchanged: .unchanged
      case .additive: .additive
      case .breaking: .breaking
      }
  }
}

extension ReleaseLog {
  /// The release that `version` must be compatible with; `nil` if there is none that is not withdrawn.
  ///
  /// A pre-release is compared with the same release as the stable version after it.
  ///
  /// - Parameter date: When the version was released; only earlier withdrawals count.
  package func promise(
    before version: SemanticVersion,
    at date: RecordDate? = nil
  ) -> Release? {
    availableRelease(before: version.core, at: date)
  }
}
