import Git
package import GitValues
package import RegistryModel
package import Versioning

/// Makes all releases of a plan in one commit.
package struct ReleaseComponents: WritingOperation {
  package var releases: ReleasePlan
  /// What the changelog says of each before the list of changes.
  package var notes: String?
  package var context: WriteContext

  package init(
    _ releases: ReleasePlan,
    notes: String? = nil,
    context: WriteContext = WriteContext()
  ) {
    self.releases = releases
    self.notes = notes
    self.context = context
  }

  /// A release that is part of the commit.
  package struct Made: Sendable {
    package let component: ComponentName
    package let release: Release
    package let previous: SemanticVersion?
    package let tag: String
  }

  package struct Result: WritingResult {
    /// As planned; without those whose very content has the version already.
    package let releases: [Made]
    package let plan: WritePlan?
    package var commit: ObjectID?
  }

  package var task: String { "registry release" }

  /// - Throws: ``OperationError/Code/movedMeanwhile`` where the branch is not what was planned from.
  package func plan(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> Result {
    guard base.tip == releases.tip else {
      throw OperationError(.movedMeanwhile, "the branch has moved on from what was planned")
    }
    let paths = releases.steps.map(\.candidate.path)
    let uncommitted = try UncommittedChanges(below: paths, in: workspace.repository)
    let planner = ReleasePlanner(base: base, context: context)
    var writing = try ReleaseWriting(base, in: workspace)
    var made: [Made] = []
    for (step, archive) in zip(releases.steps, try archives(in: workspace)) {
      let draft = try unifyingErrors(of: "component '\(step.name)'") {
        try uncommitted.refuse(below: step.candidate.path)
        return try planner.draft(of: step.candidate, step.version, step.evidence, archive: archive)
      }
      try writing.add(draft, notes: step.notes(notes), in: workspace)
      made.append(
        Made(
          component: step.name,
          release: draft.release,
          previous: draft.previous?.version,
          tag: releaseTag(step.name, step.version)
        )
      )
    }
    let plan = try made.isEmpty ? nil : writing.plan(in: workspace)
    return Result(releases: made, plan: plan)
  }

  /// Packs the releases, on all processors.
  private func archives(in workspace: borrowing Workspace) throws -> [ArchiveChecksum] {
    let gitDirectory = workspace.repository.gitDirectory
    let outcomes = releases.steps.concurrentMap { step in
      Swift.Result { () throws(OperationError) in
        try unifyingErrors(of: "component '\(step.name)'") {
          context.progress("packing \(step.name) \(step.version)")
          // A repository belongs to one task.
          let repository = try Repository.open(at: gitDirectory)
          return try step.candidate.archive(step.version, from: repository)
        }
      }
    }
    return try outcomes.map { try $0.get() }
  }
}

extension PlannedRelease {
  /// What the changelog says before the list of changes, which has no commit to tell of a dependency.
  fileprivate func notes(_ own: String?) -> String? {
    let taken = reasons.compactMap { reason in
      if case .dependency(let taken) = reason { "\(taken.name) \(taken.version)" } else { nil }
    }
    let sentence = taken.isEmpty ? nil : "Takes in \(taken.joined(separator: ", "))."
    let notes = [own, sentence].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: "\n\n")
  }
}
