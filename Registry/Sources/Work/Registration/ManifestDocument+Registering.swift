package import Base
import Git
package import Model
package import Versions

extension ManifestDocument {
  /// The manifest with a new component.
  ///
  /// - Throws: What is wrong with it, without the line that it would have.
  package func registering(
    _ component: Component,
    named name: ComponentName
  ) throws(OperationError) -> ManifestDocument {
    do throws(OperationError) {
      try name.checkIsPortable()
    } catch {
      throw error.of(component.path.string)
    }
    do throws(OperationError) {
      return try setting(component, named: name)
    } catch {
      throw OperationError(
        error.code,
        error.message,
        help: error.help,
        context: component.path.string
      )
    }
  }
}

extension Manifest {
  /// What the person should know of the groups that components came into, or that are gone.
  func groupNotes(on names: [ComponentName], since old: Manifest) -> [String] {
    let (groups, before) = (ComponentGroups(self), ComponentGroups(old))
    let gone = old.groups.keys.filter { self.groups[$0] == nil }.sorted()
    return names.compactMap { name in
      guard let group = groups.group(of: name), before.group(of: name)?.name != group.name else {
        return nil
      }
      return "'\(name)' is in the group '\(group.name)'"
    } + gone.map { "the group '\($0)' has no components left, and is removed" }
  }
}
