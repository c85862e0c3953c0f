import APICompatibility
import Interfaces
import RegistryModel
import Synchronization
import Workspace
import Writing

extension ReleasePlanning {
  /// Has all comparisons prepared together that the plan is going to ask for.
  ///
  /// A component is compared beside the releases of its dependencies that are planned before, so that
  /// each comparison is known only when the plan gets there. What a comparison says changes versions
  /// and hardly ever files: going through the plan once without any tells which there will be.
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
      // The plan meets it again, in its turn.
    }
    try comparing.prepare(expected.requests, in: workspace, progress: context.progress)
  }
}

/// Notes which comparisons are asked for, and finds no difference.
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
