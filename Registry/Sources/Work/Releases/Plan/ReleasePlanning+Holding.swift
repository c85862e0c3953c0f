import Base
import Content
import Git
import Model
import Versions

/// What prevents releases.
extension ReleasePlanning {
  /// Leaves a component out of the plan, or throws if a person requested it.
  mutating func hold(_ subject: ReleaseSubject, because error: any Error) throws {
    let reason: HeldComponent.Reason
    if let held = error as? HeldDependency {
      reason = .dependency(held.name)
    } else {
      let found = refused[subject.name] ?? OperationError(error)
      // A tag has the component's name.
      let isNamed = refused[subject.name] != nil || found.code == .tagExists
      let error = isNamed ? found : found.of("component '\(subject.name)'")
      let isAsked = rules[subject.name]?.isOfPerson ?? false
      guard !isAsked, error.code.concern == .component else { throw error }
      reason = .refused(error)
    }
    held.append(HeldComponent(name: subject.name, isChanged: subject.isChanged, reason: reason))
  }

  /// Throws if a component depends on itself through recorded releases.
  ///
  /// If all components are planned, their order shows that already.
  func refuseCycle(
    of candidate: ReleaseCandidate,
    in workspace: borrowing Workspace
  ) throws {
    var open = candidate.requires.keys.filter { subjects[$0] == nil }
    var graph = [candidate.name: Set(candidate.requires.keys)]
    while let name = open.popLast() {
      guard graph[name] == nil else { continue }
      let release = try workspace.log(of: name, in: base.state).currentRelease
      graph[name] = Set(release.map { Array($0.requires.keys) } ?? [])
      open += graph[name] ?? []
    }
    guard DependencyOrder(graph).cycles[candidate.name] != nil else { return }
    // An earlier release may require what its next one does without.
    for name in graph.keys where name != candidate.name {
      graph[name]?.subtract(try leftOut(of: name, in: workspace))
    }
    if let cycle = DependencyOrder(graph).cycles[candidate.name] { throw cycle }
  }

  private func leftOut(
    of name: ComponentName,
    in workspace: borrowing Workspace
  ) throws -> Set<ComponentName> {
    guard let component = base.state.manifest.components[name],
      let tree = try workspace.repository.tree(at: component.path, in: base.tree)
    else { return [] }
    return try DependencyReader(base: base).leftOut(
      of: name,
      component,
      tree,
      since: { try workspace.log(of: $0, in: base.state).currentRelease },
      in: workspace.repository
    )
  }

  /// Holds the components whose releases are all withdrawn that the last releases of others require.
  ///
  /// A plan does not release again what was withdrawn: only a person knows whether the cause is gone.
  mutating func holdWithdrawn(in workspace: borrowing Workspace) throws {
    var logs: [ComponentName: ReleaseLog] = [:]
    for name in order { logs[name] = try workspace.log(of: name, in: base.state) }
    guard logs.values.contains(where: { $0.availableReleases.count < $0.releases.count }) else {
      return
    }
    var recorded: [ComponentName: ReleaseLog] = [:]
    for name in order { recorded[name] = try workspace.log(of: name, in: start.state) }
    missed = Set(Self.currentLosses(recorded).map(\.cause))
    let current = Self.currentLosses(logs)
    for (cause, losses) in Dictionary(grouping: current, by: \.cause) {
      guard let subject = subjects[cause], primary.contains(cause), subject.release == nil,
        planned[cause] == nil, !held.contains(where: { $0.name == cause }), let first = losses.first
      else { continue }
      let others = losses.count > 1 ? " and \(losses.count - 1) more require" : " requires"
      let error = OperationError(
        .yankedRelease,
        "'\(first.component)' \(first.version)\(others) releases of it that are withdrawn",
        help: try ReleaseAdvice(base.state.manifest)
          .help(replacing: cause, in: base.state, in: workspace),
        context: "component '\(cause)'"
      )
      held.append(
        HeldComponent(name: cause, isChanged: subject.isChanged, reason: .refused(error))
      )
    }
  }

  /// The last releases that cannot be resolved.
  private static func currentLosses(
    _ logs: [ComponentName: ReleaseLog]
  ) -> [ResolvableReleases.Loss] {
    var resolvable = ResolvableReleases(logs)
    return resolvable.losses.filter { loss in
      logs[loss.component]?.greatestAvailable?.version == loss.version
    }
  }

  /// The components that are not released because their files are those of a withdrawn release.
  func withdrawnStates(in workspace: borrowing Workspace) throws -> [ReleasePlan.WithdrawnState] {
    try order.compactMap { name in
      guard primary.contains(name), planned[name] == nil, let version = subjects[name]?.withdrawn,
        !held.contains(where: { $0.name == name })
      else { return nil }
      return ReleasePlan.WithdrawnState(
        component: name,
        version: version,
        command: try ReleaseAdvice(base.state.manifest)
          .command(
            releasingAgain: name,
            after: missed.contains(name) ? version : nil,
            in: base.state,
            in: workspace
          )
      )
    }
  }
}

/// A dependency is held itself.
struct HeldDependency: Error {
  let name: ComponentName
}
