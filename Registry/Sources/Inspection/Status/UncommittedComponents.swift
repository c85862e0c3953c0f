package import Errors
import Git
import GitValues
import RegistryModel
package import Versioning
package import Workspace

extension Workspace {
  /// The components that have uncommitted files, with their number, by name.
  ///
  /// - Parameter names: Components and groups in a person's spelling; none means all of them.
  package func uncommittedComponents(
    of names: [String] = []
  ) throws(OperationError) -> [(name: ComponentName, files: Int)] {
    guard !repository.isBare else { return [] }
    return try unifyingErrors {
      let components = try currentManifest().selected(names)
      let statuses = try fileStatuses(below: components.map(\.1.path)).value()
      return zip(components, statuses).filter { !$1.isEmpty }.map { ($0.name, $1.count) }
    }
  }
}
