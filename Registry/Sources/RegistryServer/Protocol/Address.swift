import Hummingbird
import Versioning

/// The URL of the registry, from the request or from the operator.
struct Address {
  /// Without a slash at its end.
  let base: String

  /// - Parameter request: Has passed ``RequestCheck``.
  init(of request: Request, publicURL: String?, isEncrypted: Bool) {
    if let publicURL {
      base = publicURL
    } else {
      let host = request.head.authority ?? ""
      base = host.isEmpty ? "" : "\(isEncrypted ? "https" : "http")://\(host)"
    }
  }

  func component(_ scope: ScopeName, _ name: ComponentName) -> String {
    "\(base)/\(scope)/\(name)"
  }

  func release(_ scope: ScopeName, _ name: ComponentName, _ version: SemanticVersion) -> String {
    "\(component(scope, name))/\(version)"
  }
}
