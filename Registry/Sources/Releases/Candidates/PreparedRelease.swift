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
  /// What was found out about the public interface; nothing where nobody looked.
  package let evidence: InterfaceEvidence?
  /// The changelog in its folder, which the release contains; nothing where there is none.
  let changelog: ComponentChangelog?
  /// The component's folder.
  let path: TreePath
  /// That the release consists of, as far as they are in the repository.
  let objects: [ObjectID]

  package var tag: String { releaseTag(component, release.version) }
}
