import Git
import GitValues
package import Interfaces
package import RegistryModel
package import Versioning
import Workspace

/// A candidate that has its version and is packed: what a commit records.
package struct PreparedRelease: Sendable {
  package let component: ComponentName
  package var release: Release
  /// The release before, from which the changelog entry goes on.
  package let previous: Release?
  /// What was found out about the public interface; `nil` if it was not compared.
  package let evidence: InterfaceEvidence?
  /// The component's folder.
  let path: TreePath
  /// That the release consists of, as far as they are in the repository.
  let objects: [ObjectID]
  /// The files of the branch that the release commit writes the version and the changelog entry into,
  /// beside the registry's own.
  var editedFiles: [TreePath: [UInt8]] = [:]
  /// What the changelog says of it, if that is part of the release.
  var entry: ChangelogEntry?
  /// The group that the version is common to.
  package var group: GroupName?

  package var tag: String { releaseTag(component, release.version) }
}
