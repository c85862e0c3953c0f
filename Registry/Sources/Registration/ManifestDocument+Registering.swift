import GitValues
import RegistryModel
import Versioning
import Workspace

extension ManifestDocument {
  /// The manifest with a new component.
  ///
  /// - Throws: What is wrong with it, without the line that it would have.
  func registering(
    _ component: Component,
    named name: ComponentName
  ) throws(OperationError) -> ManifestDocument {
    do throws(RegistryModelError) {
      return try setting(component, named: name)
    } catch {
      throw OperationError(
        OperationError.Code(rawValue: error.code.rawValue),
        error.message,
        help: error.help,
        context: component.path.string
      )
    }
  }
}
