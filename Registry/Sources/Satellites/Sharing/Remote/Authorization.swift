#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a registry is shown by who sends a request.
package enum Authorization: Hashable, Sendable {
  case token(String)
  case password(user: String, password: String)

  var header: String {
    switch self {
    case .token(let token): "Authorization: Bearer \(token)"
    case .password(let user, let password):
      "Authorization: Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
    }
  }
}
