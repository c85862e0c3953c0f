package import Base
import Content
package import Model
import Versions

/// The repositories of components: where clients find them, and by which names.
struct MirrorRepositories: Sendable {
  /// The requested base URL, for all components: the part before `/NAME.git`.
  private let base: RepositoryURL?
  private let manifest: Manifest
  /// Where clients find repositories that the manifest does not name.
  private let remote: RepositoryURL?

  init(base: String?, manifest: Manifest, target: MirrorTarget) throws(OperationError) {
    self.manifest = manifest
    self.base = try base.map(RepositoryURL.init(mirrorBase:))
    if case .remote(let url) = target, base == nil {
      remote = try RepositoryURL(mirrorBase: url)
    } else {
      remote = nil
    }
  }

  /// `nil` if it is not known.
  func url(of component: ComponentName) -> String? {
    if base == nil, let own = manifest.repository(of: component) { return own.description }
    return (base ?? remote).map { "\($0)/\(component).git" }
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
    throw Self.unknownURL(of: dependency, neededBy: component)
  }

  static func unknownURL(
    of dependency: ComponentName,
    neededBy component: ComponentName
  ) -> OperationError {
    OperationError(
      .noBaseURL,
      "'\(component)' depends on '\(dependency)', whose URL is not known",
      help: "give the URL at which clients find the repositories with '--base-url https://…', or in"
        + " the manifest under \"repositories\""
    )
  }
}

extension RepositoryURL {
  /// The part before `/NAME.git` in the URLs that clients use.
  ///
  /// - Throws: For what a string in a manifest cannot hold as it is, and for a password: it would
  ///   be in every manifest that is mirrored.
  package init(mirrorBase text: String) throws(OperationError) {
    do throws(Fault) {
      self = try RepositoryURL(text)
    } catch {
      switch error {
      case .invalid:
        throw OperationError(
          .invalidURL,
          "invalid base URL '\(text)', expected one such as 'https://git.example.com/mirror'",
          help: "it is the part before '/NAME.git' in the URLs that clients use"
        )
      case .password:
        throw OperationError(
          .invalidURL,
          "the base URL contains a password, which would be written to every mirrored manifest",
          help: "give a URL without it with '--base-url'"
        )
      }
    }
  }
}
