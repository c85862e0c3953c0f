import Base
import Model
import Versions

extension CandidateChecks {
  /// Throws for a version that may not follow the existing releases that are not withdrawn.
  ///
  /// It may if it is greater than all of them, or than all of its own line: those with its major and
  /// minor number, or, for a new minor of an older major, those of that major. A pre-release counts
  /// only where the numbers are the same, since it announces a version and does not take its place.
  static func line(
    of version: SemanticVersion,
    of component: ComponentName,
    after log: ReleaseLog,
    advising advised: AdvisedVersions,
    in workspace: borrowing Workspace
  ) throws {
    let releases = log.availableReleases.map(\.version)
    guard let greatest = releases.max(), version < greatest else { return }
    let line = releases.filter { $0.isOnLine(of: version) }
    let major = releases.filter { $0.major == version.major && !$0.isPrerelease }
    let (others, name) =
      line.isEmpty
      ? (major, "\(version.major).x") : (line, "\(version.major).\(version.minor).x")
    guard let last = others.max() else {
      let next = try advised.advice(from: greatest.nextPatch, in: workspace)
      throw OperationError(
        .versionNotGreater,
        "version '\(version)' is older than every release of '\(component)', and no release is on"
          + " its line",
        help: "the latest is '\(greatest)': try '\(next)'"
      )
    }
    guard version < last else { return }
    let next = try advised.advice(
      from: last.isPrerelease ? last.core : last.nextPatch,
      in: workspace
    )
    throw OperationError(
      .versionNotGreater,
      "version '\(version)' is not greater than '\(last)', the last release of '\(component)' on"
        + " the line \(name)",
      help: "try '\(next)'"
    )
  }
}
