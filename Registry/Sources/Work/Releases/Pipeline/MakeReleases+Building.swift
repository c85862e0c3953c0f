import Base
import Checks
import Model
import Versions

extension MakeReleases {
  /// Builds all planned releases as clients do, except those with a dependency that did not build.
  ///
  /// - Returns: The components that do not build, with the reason.
  /// - Throws: If nothing builds, because a run that releases nothing has failed.
  func build(
    _ releases: ReleasePlan,
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: OperationError] {
    guard let checks, let building = checks.building else { return [:] }
    var state = base.state
    var failures: [ComponentName: OperationError] = [:]
    var built = Set(releases.steps.map(\.name))
    for (index, step) in releases.steps.enumerated() {
      let (name, release) = (step.name, step.prepared.release)
      let count = releases.steps.count > 1 ? "\(index + 1)/\(releases.steps.count) " : ""
      if releases.steps.contains(where: {
        !built.contains($0.name) && release.requires[$0.name] != nil
      }) {
        built.remove(name)
        continue
      }
      do throws(OperationError) {
        try unifyingErrors(of: "component '\(name)'") {
          try checks.verification.run(
            release,
            of: name,
            state: state,
            building: building,
            findings: findings,
            progress: { context.progress(count + $0) },
            in: workspace
          )
          let log = try workspace.log(of: name, in: state)
          state.replace(try log.adding(.release(release)), of: name)
        }
      } catch {
        guard error.code.concern == .component else { throw error }
        failures[name] = error
        built.remove(name)
      }
    }
    if built.isEmpty, let first = failures.min(by: { $0.key < $1.key }) { throw first.value }
    return failures
  }
}
