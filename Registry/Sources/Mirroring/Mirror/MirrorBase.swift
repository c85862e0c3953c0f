package import Errors
import RegistryModel
package import Versioning
import Workspace

/// The base URL of a mirror: the part before `/NAME.git` in the URLs that clients use.
package struct MirrorBase: Hashable, Sendable, CustomStringConvertible {
  private let base: RepositoryURL

  /// Without a slash at its end.
  package var description: String { base.description }

  /// - Throws: For what a string in a manifest cannot hold as it is, and for a password: it would
  ///   be in every manifest that is mirrored.
  package init(_ text: String) throws(OperationError) {
    do throws(RepositoryURL.Fault) {
      base = try RepositoryURL(text)
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

  package func url(of component: ComponentName) -> String {
    "\(description)/\(component).git"
  }
}
