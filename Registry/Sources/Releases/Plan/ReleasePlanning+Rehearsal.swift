import APICompatibility
import Interfaces
import RegistryModel
import Synchronization
import Workspace
import Writing

extension ReleasePlanning {
  /// Prepares the comparisons that the plan will need, as many together as possible.
  ///
  /// A component is compared with the planned releases of its dependencies, so each comparison is
  /// known only when the plan reaches it. But the results change versions and hardly ever files, so
  /// planning without results shows which comparisons are needed. Where one finds a change that makes
  /// releases of dependents due, these are all shown by the next time.
  mutating func prepareInterfaces(in workspace: borrowing Workspace) throws {
    guard let comparing = interfaces.checks?.comparing else { return }
    // Nothing is built for what cannot be released.
    _ = try refuseUncommitted(in: workspace)
    let expected = ExpectedComparisons(comparing)
    var rehearsal = self
    rehearsal.isRehearsal = true
    rehearsal.interfaces.checks?.comparing = expected
    while true {
      var round = rehearsal
      do {
        try round.goThrough(in: workspace)
      } catch {
        // The plan reports it when it gets there.
      }
      guard try expected.prepare(in: workspace, progress: context.progress) else { return }
    }
  }
}

/// Answers what was prepared, and finds no difference in the rest, which it records.
private final class ExpectedComparisons: InterfaceComparing {
  private struct Requests {
    var prepared: Set<ComparisonRequest> = []
    var open: [ComparisonRequest] = []
  }

  private let comparing: any InterfaceComparing
  private let requests = Mutex(Requests())

  init(_ comparing: any InterfaceComparing) {
    self.comparing = comparing
  }

  /// Prepares what was requested since the last time.
  ///
  /// - Returns: Whether there was anything.
  func prepare(
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Bool {
    let open = requests.withLock { requests in
      defer {
        requests.prepared.formUnion(requests.open)
        requests.open = []
      }
      return requests.open
    }
    guard !open.isEmpty else { return false }
    try comparing.prepare(open, in: workspace, progress: progress)
    return true
  }

  func comparison(
    from old: ComponentLayout?,
    to new: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> InterfaceComparison {
    let request = ComparisonRequest(from: old, to: new)
    let isPrepared = requests.withLock { requests in
      if requests.prepared.contains(request) { return true }
      requests.open.append(request)
      return false
    }
    guard isPrepared else { return .difference(InterfaceDifference()) }
    return try comparing.comparison(from: old, to: new, in: workspace, progress: progress)
  }

  func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Set<String>? {
    guard requests.withLock({ $0.prepared.contains { $0.new == layout } }) else { return nil }
    return try comparing.exposedModules(of: layout, in: workspace, progress: progress)
  }
}
