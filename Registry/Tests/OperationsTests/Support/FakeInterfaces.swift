import Checks
import Model
import SemverRules
import Versions

/// Says of interfaces what a test wants it to say.
struct FakeInterfaces: InterfaceComparing {
  /// By component; the others are unchanged.
  var levels: [String: InterfaceLevel] = [:]
  /// The modules in a component's public interface; none for the others.
  var exposed: [String: Set<String>] = [:]

  func comparison(
    from old: ComponentLayout?,
    to new: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> InterfaceComparison {
    guard old != nil else { return .firstRelease }
    return .difference(.sample(levels[new.name] ?? .unchanged))
  }

  func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> Set<String>? {
    exposed[layout.name] ?? []
  }
}
