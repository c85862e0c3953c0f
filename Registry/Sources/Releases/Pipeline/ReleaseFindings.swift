import GitValues
import Interfaces
import PublishedForm
import RegistryModel
import Synchronization
import Versioning

/// What is found out on the way to a release and stays good when the way begins anew: each finding
/// is kept by the content that it follows from, and by no commit.
///
/// The result of all of it is kept beside that, and knows itself for which commits it is good.
final class ReleaseFindings: Sendable {
  struct Archive: Hashable {
    let component: ComponentName
    let version: SemanticVersion
    let form: ReleaseForm
    let edits: [TreePath: [SourceEdit]]
  }

  let toolchain = ToolchainMemory()
  let manifests = PackageManifests()
  let archives = Remembered<Archive, ArchiveChecksum>()

  private let finished = Mutex<FinishedReleases?>(nil)

  /// The last result of the whole run.
  var lastResult: FinishedReleases? {
    get { finished.withLock(\.self) }
    set { finished.withLock { $0 = newValue } }
  }
}
