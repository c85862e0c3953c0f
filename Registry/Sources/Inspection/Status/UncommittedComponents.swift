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
      let manifest = try currentManifest()
      var selected = Set(manifest.components.keys)
      if !names.isEmpty {
        selected = Set(try names.flatMap { try manifest.components(matching: $0) })
      }
      let components = manifest.components.filter { selected.contains($0.key) }
        .sorted { $0.key < $1.key }
      let statuses = try fileStatuses(below: components.map(\.value.path)).value()
      return zip(components, statuses)
        .filter { !$1.isEmpty }
        .map { ($0.key, $1.count) }
    }
  }
}
