import Checks
import Content
import Git
import Model
import Versions

/// Results that remain valid when a release starts over, each kept by the content that it depends
/// on and not by the commit.
final class ReleaseFindings: Sendable {
  struct Archive: Hashable {
    let component: ComponentName
    let version: SemanticVersion
    let form: ReleaseForm
    let edits: [TreePath: [SourceEdit]]
  }

  /// What the build of a release depends on: it and its dependencies, without date and source.
  struct Build: Hashable {
    private struct Content: Hashable {
      let version: SemanticVersion
      let form: ReleaseForm
      let requires: [ComponentName: VersionRequirement]
      let edits: [TreePath: [SourceEdit]]

      init(_ release: Release) {
        version = release.version
        form = ReleaseForm(of: release)
        requires = release.requires
        edits = release.edits
      }
    }

    private let component: ComponentName
    private let scope: ScopeName
    private let platforms: [BuildPlatform]
    private let release: Content
    private let dependencies: [ComponentName: Content]

    init(_ client: ClientLayout) {
      (component, scope, platforms) = (client.component, client.scope, client.platforms)
      release = Content(client.release)
      dependencies = client.dependencies.mapValues(Content.init)
    }
  }

  let manifests = PackageManifests()
  let archives = Remembered<Archive, ArchiveChecksum>()
  /// By what is signed; each signature has other bytes.
  let signatures = Remembered<Archive, ReleaseSigning.Signed>()
  let comparisons = Remembered<ComparisonRequest, InterfaceComparison>()
  let builds = Remembered<Build, Void>()
}
