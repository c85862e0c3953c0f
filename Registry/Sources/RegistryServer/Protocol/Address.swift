import Hummingbird
import Versioning

/// Where the registry is reached, as the request says it or as the operator does.
///
/// Clients split links on `,` and `;`, so neither may get into one.
struct Address {
  /// Without a slash at its end.
  let base: String

  init(of request: Request, publicURL: String?, isEncrypted: Bool) throws(Problem) {
    if let publicURL {
      base = publicURL
      return
    }
    let host = request.head.authority ?? ""
    let isHost = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
        true
      default: false
      }
    }
    guard isHost else { throw Problem(.badRequest, "invalid Host header") }
    base = host.isEmpty ? "" : "\(isEncrypted ? "https" : "http")://\(host)"
  }

  func component(_ scope: ScopeName, _ name: ComponentName) -> String {
    "\(base)/\(scope)/\(name)"
  }

  func release(_ scope: ScopeName, _ name: ComponentName, _ version: SemanticVersion) -> String {
    "\(component(scope, name))/\(version)"
  }
}
