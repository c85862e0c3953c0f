import Hummingbird
import Site

extension Address {
  /// The URL of the registry, from the request or from the operator.
  ///
  /// - Parameter request: Has passed ``RequestCheck``.
  init(of request: Request, publicURL: String?, isEncrypted: Bool) {
    if let publicURL {
      self.init(base: publicURL)
    } else {
      let host = request.head.authority ?? ""
      self.init(base: host.isEmpty ? "" : "\(isEncrypted ? "https" : "http")://\(host)")
    }
  }
}
