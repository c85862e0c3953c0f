package import GitValues
import PackageManifest
import RegistryModel
import Workspace

/// Returns the result of `body`; an error about a package's manifest names the file from the root
/// of the repository, because every component has one of that name.
package func located<Result>(in folder: TreePath, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as PackageManifestError {
    let place = OperationError(error)
    throw OperationError(
      place.code,
      place.message,
      help: place.help,
      context: place.context.map { "\(folder)/\($0)" }
    )
  }
}
