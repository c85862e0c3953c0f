package import Errors
package import Git
import GitValues
package import RegistryModel
package import Versioning
import Workspace

extension Release {
  /// Throws if the repository's objects are not what the record names.
  ///
  /// An archive has a recorded checksum; the files of an internal release are named by its tree alone.
  package func verifyObjects(
    of component: ComponentName,
    in repository: borrowing Repository
  ) throws(OperationError) {
    guard isInternal else {
      _ = try PublishedRelease(component: component, release: self)
        .writeArchive(from: repository) { _ in }
      return
    }
    try unifyingErrors {
      for item in try ReleaseForm(of: self).listing(in: repository).items {
        _ = try repository.blob(item.id)
      }
    }
  }
}
