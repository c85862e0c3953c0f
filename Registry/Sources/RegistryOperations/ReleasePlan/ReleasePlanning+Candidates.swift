import Git
import GitValues
import RegistryModel
import Versioning

extension ReleasePlanning {
  /// What is not committed of all that may be released, looked up once.
  func uncommittedChanges(
    below primary: Set<ComponentName>,
    in workspace: borrowing Workspace
  ) throws -> UncommittedChanges {
    guard !workspace.repository.isBare else {
      return try UncommittedChanges(below: [], in: workspace.repository)
    }
    var reached = primary
    for name in order where subjects[name].map({ isDependent($0, of: reached) }) ?? false {
      reached.insert(name)
    }
    let paths = order.compactMap { reached.contains($0) ? subjects[$0]?.path : nil }
    return try UncommittedChanges(below: paths, in: workspace.repository)
  }

  private func isDependent(_ subject: ReleaseSubject, of names: Set<ComponentName>) -> Bool {
    !names.isDisjoint(with: (try? subject.dependencies.get()) ?? [])
  }

  /// What is to be released, where nothing stands against it.
  func candidate(
    _ subject: ReleaseSubject,
    _ tree: ObjectID,
    _ uncommitted: UncommittedChanges,
    in workspace: borrowing Workspace
  ) throws(HeldComponent.Reason) -> ReleaseCandidate {
    let dependencies: Set<ComponentName>
    let form: ReleaseForm
    let listing: TreeListing
    do throws(OperationError) {
      if let error = refused[subject.name] { throw error }
      dependencies = try subject.dependencies.get()
      (form, listing) = try unifyingErrors(of: "component '\(subject.name)'") {
        try BumpChecks.place(subject.path, in: workspace)
        let log = try workspace.log(of: subject.name, in: base.state)
        try BumpChecks.records(of: subject.name, log, in: base.state)
        let (form, listing) = try ReleaseFormPlan(folder: subject.path, tree: tree, root: base.tree)
          .form(in: workspace.repository)
        try uncommitted.refuse(below: subject.path)
        if let version = asked[subject.name] {
          try BumpChecks.canBeRead(version)
          try ReleaseLine(releases: log.releases.map(\.version)).check(version, of: subject.name)
          try BumpChecks(name: subject.name, component: subject.component, base: base)
            .changes(since: log, to: version, form: form, in: workspace)
        }
        return (form, listing)
      }
    } catch {
      throw .refused(error)
    }
    try checkDependencies(dependencies, of: subject)
    do throws(OperationError) {
      return try unifyingErrors(of: "component '\(subject.name)'") {
        try ReleaseCandidate(
          of: subject.name,
          subject.component,
          form: form,
          listing: listing,
          allowsPrereleases: isPrerelease(subject),
          base: base,
          in: workspace
        )
      }
    } catch {
      throw .refused(error)
    }
  }

  /// Throws for a dependency that has to be released first and is not, or is not to be taken.
  private func checkDependencies(
    _ dependencies: Set<ComponentName>,
    of subject: ReleaseSubject
  ) throws(HeldComponent.Reason) {
    for name in dependencies.sorted() {
      guard let dependency = subjects[name] else { continue }
      guard planned[name] != nil || (!dependency.isChanged && dependency.release != nil) else {
        throw .dependency(name)
      }
      if let wanted = subject.component.requires[name], let version = version(of: name),
        !wanted.contains(version)
      {
        throw .requirement(on: name, wanted, version: version)
      }
    }
  }

  private func isPrerelease(_ subject: ReleaseSubject) -> Bool {
    (asked[subject.name] ?? subject.release?.version)?.isPrerelease ?? false
  }

  mutating func add(
    _ candidate: ReleaseCandidate,
    _ subject: ReleaseSubject,
    taking taken: [TakenDependency],
    in workspace: borrowing Workspace
  ) throws(HeldComponent.Reason) {
    do throws(OperationError) {
      try unifyingErrors(of: "component '\(subject.name)'") {
        let step = try PlannedRelease(
          of: candidate,
          subject,
          summary: summaries[subject.name],
          taking: taken,
          asked: asked[subject.name],
          looking: PlannedInterfaces(
            state: base.state,
            subjects: subjects,
            comparing: comparing,
            progress: progress
          ),
          in: workspace
        )
        let tag = ReleaseTags.planned(subject.name, step.version)
        try WriteCheck.check(tag, in: workspace.repository)
        let record = try LogRecord.release(candidate.planned(step.version))
        base.state = base.state.replacing(try candidate.log.adding(record), of: subject.name)
        planned[subject.name] = step.version
        steps.append(step)
      }
    } catch {
      throw .refused(error)
    }
  }
}

extension OperationError {
  /// Whether another component may still be released: the tools and the repository are as they
  /// should be.
  var isAboutOneComponent: Bool {
    let others: Set<Code> = [
      .inputOutput, .locked, .movedMeanwhile, .other, Code(rawValue: "no-digester"),
      Code(rawValue: "no-program"), Code(rawValue: "no-toolchain"), Code(rawValue: "tool-ended"),
    ]
    return !others.contains(code)
  }
}
