import Errors
import RegistryModel
import Versioning
import Workspace

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
}

/// A dependency is held itself.
struct HeldDependency: Error {
  let name: ComponentName
}
