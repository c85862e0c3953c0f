import Git
import GitValues
package import Interfaces
package import RegistryModel
package import Versioning
import Workspace

/// A candidate with its version: what a commit records, once it is packed.
package struct PreparedRelease: Sendable {
  package let component: ComponentName
  package var release: Release
  /// The previous release; the changelog entry lists the changes since.
  package let previous: Release?
  /// The result of comparing the public interface; `nil` if it was not compared.
  package let evidence: InterfaceEvidence?
  /// The component's folder.
  let path: TreePath
  /// The objects of the release, as far as they are in the repository.
  let objects: [ObjectID]
  /// The files of the branch into which the release commit writes the version and the changelog
  /// entry, apart from the registry's own files.
  var editedFiles: [TreePath: [UInt8]] = [:]
  /// `nil` if it is not signed.
  package var signature: ReleaseSignature?
  /// The changelog entry, if it is part of the released files.
  var entry: ChangelogEntry?
  /// The group whose common version it has.
  package var group: GroupName?

  package var tag: String { releaseTag(component, release.version) }
}
