import Base
import Git
import Model
import Versions

/// Checks that run beside the rest of the plan, which does not need their results. If one of them
/// refuses a planned release, the plan is computed again without it.
extension ReleasePlanning {
  /// Starts to look up the uncommitted changes of all components that may be released.
  mutating func lookAtFiles(in workspace: borrowing Workspace) {
    guard !workspace.repository.isBare else { return }
    var reached = primary
    for name in order where !reached.isDisjoint(with: subjects[name]?.dependencies ?? []) {
      reached.insert(name)
    }
    let paths = order.compactMap { reached.contains($0) ? subjects[$0]?.path : nil }
    uncommitted = UncommittedChanges(below: paths, in: workspace)
  }

  /// Refuses each component whose files have changes that are not committed.
  ///
  /// - Returns: Whether one of them is planned.
  mutating func refuseUncommitted() throws -> Bool {
    guard let uncommitted else { return false }
    for name in order {
      guard let path = subjects[name]?.path else { continue }
      try refuse(name) { () throws(OperationError) in try uncommitted.refuse(below: path) }
    }
    return steps.contains { refused[$0.name] != nil }
  }

  /// Throws if the files of a component have changes that are not committed.
  mutating func checkCommitted(_ subject: ReleaseSubject) throws {
    guard let uncommitted else { return }
    try refuse(subject.name) { () throws(OperationError) in
      try uncommitted.refuse(below: subject.path)
    }
    if let refusal = refused[subject.name] { throw refusal }
  }

  /// The components with uncommitted changes that are not due without them.
  func uncommittedNames() throws -> [ComponentName] {
    let named = Set(steps.map(\.name) + held.map(\.name))
    return try order.filter { name in
      guard wanted.contains(name), !named.contains(name), let path = subjects[name]?.path else {
        return false
      }
      return try uncommitted?.files(below: path).isEmpty == false
    }.sorted()
  }

  /// Refuses each planned release that cannot be packed.
  ///
  /// - Returns: Whether there are any.
  mutating func refuseContent(in workspace: borrowing Workspace) throws -> Bool {
    let checks = steps.concurrentMap(reading: workspace.repository.gitDirectory) {
      step,
      repository in
      try step.candidate.checkContent(as: step.version, in: repository)
    }
    for (step, check) in zip(steps, checks) {
      try refuse(step.name) { () throws(OperationError) in try check.get() }
    }
    return steps.contains { refused[$0.name] != nil }
  }

  /// - Throws: Errors that do not concern this component alone.
  private mutating func refuse(
    _ name: ComponentName,
    unless check: () throws(OperationError) -> Void
  ) throws(OperationError) {
    guard refused[name] == nil else { return }
    do throws(OperationError) {
      try check()
    } catch {
      guard error.code.concern == .component else { throw error }
      refused[name] = error.of("component '\(name)'")
    }
  }
}
