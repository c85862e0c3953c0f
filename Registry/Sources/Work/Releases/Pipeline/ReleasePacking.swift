import Base
import Checks
import Content
import Git
import Model
import Versions

extension ReleasePlan {
  /// Packs the archives of all public releases, on all processors, or signs one after the other.
  ///
  /// - Returns: The plan with their checksums, and the components that cannot be packed, with the
  ///   reason.
  func packed(
    _ findings: ReleaseFindings,
    _ context: WriteContext,
    signing: ReleaseSigning?,
    in workspace: borrowing Workspace
  ) -> (ReleasePlan, failures: [ComponentName: OperationError]) {
    var plan = self
    var failures: [ComponentName: OperationError] = [:]
    let packed = signing == nil ? checksums(findings, context, in: workspace) : []
    for (index, step) in steps.enumerated() where step.candidate.kind == .public {
      do throws(OperationError) {
        try unifyingErrors(of: "component '\(step.name)'") {
          if let signing {
            let count = steps.count > 1 ? "\(index + 1)/\(steps.count) " : ""
            context.progress("\(count)signing \(step.name) \(step.version)")
            try signing.sign(&plan.steps[index], in: workspace)
          } else {
            plan.steps[index].prepared.release.archive =
              try packed[index].get() ?? step.checksum(findings, context, in: workspace.repository)
          }
        }
      } catch {
        failures[step.name] = error
      }
    }
    return (plan, failures)
  }

  /// `nil` for internal releases, and for content that exists only in the memory of the repository at
  /// hand.
  private func checksums(
    _ findings: ReleaseFindings,
    _ context: WriteContext,
    in workspace: borrowing Workspace
  ) -> [Result<ArchiveChecksum?, OperationError>] {
    guard steps.count > 1 else { return steps.map { _ in .success(nil) } }
    return steps.concurrentMap(reading: workspace.repository.gitDirectory) { step, repository in
      guard step.candidate.kind == .public, repository.contains(step.candidate.form.tree) else {
        return nil
      }
      return try step.checksum(findings, context, in: repository)
    }
  }
}

extension PlannedRelease {
  fileprivate func checksum(
    _ findings: ReleaseFindings,
    _ context: WriteContext,
    in repository: borrowing Repository
  ) throws -> ArchiveChecksum {
    try candidate.checksum(as: version, findings: findings, context: context, in: repository)
  }
}
