import Errors
import PublishedForm
import RegistryModel
import Versioning
import Workspace

/// The repositories of components: where clients find them, and by which names.
struct MirrorRepositories: Sendable {
  /// The requested base URL, for all components.
  private let base: MirrorBase?
  private let manifest: Manifest
  /// Where clients find repositories that the manifest does not name.
  private let remote: MirrorBase?

  init(base: MirrorBase?, manifest: Manifest, target: MirrorTarget) throws(OperationError) {
    (self.base, self.manifest) = (base, manifest)
    if case .remote(let url) = target, base == nil {
      remote = try MirrorBase(url)
    } else {
      remote = nil
    }
  }

  /// `nil` if it is not known.
  func url(of component: ComponentName) -> String? {
    if let base { return base.url(of: component) }
    return manifest.repository(of: component)?.description ?? remote?.url(of: component)
  }

  /// The name of the package in what clients write, which the package manager takes from the URL.
  func packageName(of component: ComponentName) -> String {
    guard base == nil, let repository = manifest.repository(of: component) else {
      return component.text
    }
    return repository.packageName
  }

  /// Throws for a component whose repository follows from a name that its publisher chose.
  func checkOwner(of component: ComponentName, _ log: ReleaseLog) throws(OperationError) {
    guard manifest.repository(of: component) != nil,
      manifest.repository(of: component, with: log.releases) == nil
    else { return }
    throw OperationError(
      .noBaseURL,
      "the manifest names no repository of '\(component)', which was only published over HTTP",
      help: "add the URL of its repository to the manifest, as its \"repository\""
    )
  }

  /// Throws for a dependency of which no URL is known.
  func check(_ release: Release, of component: ComponentName) throws(OperationError) {
    guard release.edits != release.cuts,
      let dependency = release.requires.keys.filter({ url(of: $0) == nil }).min()
    else { return }
    throw OperationError(
      .noBaseURL,
      "'\(component)' depends on '\(dependency)', whose URL is not known",
      help: "give the URL at which clients find the repositories with '--base-url https://…', or in"
        + " the manifest under \"repositories\""
    )
  }
}
