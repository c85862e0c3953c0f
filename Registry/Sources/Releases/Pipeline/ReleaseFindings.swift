import GitValues
import Interfaces
import PublishedForm
import RegistryModel
import Synchronization
import Versioning

/// Results that remain valid when a release starts over, each kept by the content that it depends
/// on and not by the commit.
///
/// The result of the whole run is kept as well, and determines for which commits it is valid.
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
  /// By what is signed; each signature has other bytes.
  let signatures = Remembered<Archive, ReleaseSigning.Signed>()

  private let finished = Mutex<FinishedReleases?>(nil)

  /// The last result of the whole run.
  var lastResult: FinishedReleases? {
    get { finished.withLock(\.self) }
    set { finished.withLock { $0 = newValue } }
  }
}
