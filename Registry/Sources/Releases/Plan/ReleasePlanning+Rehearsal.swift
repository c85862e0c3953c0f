import APICompatibility
import Interfaces
import RegistryModel
import Synchronization
import Workspace
import Writing

extension ReleasePlanning {
  /// Prepares all comparisons that the plan will need, together.
  ///
  /// A component is compared with the planned releases of its dependencies, so each comparison is
  /// known only when the plan reaches it. But the results change versions and hardly ever files, so
  /// planning once without results shows which comparisons are needed.
  mutating func prepareInterfaces(in workspace: borrowing Workspace) throws {
    guard let comparing = interfaces.checks?.comparing else { return }
    // Nothing is built for what cannot be released.
    _ = try refuseUncommitted(in: workspace)
    let expected = ExpectedComparisons()
    var rehearsal = self
    rehearsal.isRehearsal = true
    rehearsal.interfaces.checks?.comparing = expected
    do {
      try rehearsal.goThrough(in: workspace)
    } catch {
      // The plan reports it when it gets there.
    }
    try comparing.prepare(expected.requests, in: workspace, progress: context.progress)
  }
}

/// Records which comparisons are requested, and finds no difference.
private final class ExpectedComparisons: InterfaceComparing {
  private let noted = Mutex<[ComparisonRequest]>([])

  var requests: [ComparisonRequest] { noted.withLock(\.self) }

  func comparison(
    from old: ComponentLayout?,
    to new: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> InterfaceComparison {
    let request = ComparisonRequest(from: old, to: new)
    noted.withLock { $0.append(request) }
    return .difference(InterfaceDifference())
  }

  func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Set<String>? {
    nil
  }
}
