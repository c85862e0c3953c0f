import FlowKit
import Foundation

struct FacebookSettings: Hashable, Sendable {
  let token: AccessToken
  /// The Graph API's address, without a slash at its end.
  let address: String

  static func read(from environment: [String: String]) throws(FlowFailure) -> FacebookSettings? {
    guard let tokenText = tokenSetting.text(in: environment) else { return nil }
    guard let token = AccessToken(tokenText) else { throw tokenSetting.invalid(nil) }
    let address = addressSetting.text(in: environment)
    return FacebookSettings(token: token, address: try address.map(checked) ?? publicAddress)
  }

  private static let tokenSetting = Setting(
    "COOKR_FACEBOOK_TOKEN",
    expected: "printable ASCII characters without spaces",
    help: "unset it to go without recommendations",
    code: .chefsSetting
  )
  private static let addressSetting = Setting(
    "COOKR_FACEBOOK_URL",
    expected: "an https address without user, query and fragment",
    help: "unset it for \(publicAddress); http is for this machine alone",
    code: .chefsSetting
  )
  private static let publicAddress = "https://graph.facebook.com"
  private static let loopback = ["127.0.0.1", "localhost", "::1", "[::1]"]

  /// An address that a path can be put behind and a token can be sent to.
  private static func checked(_ text: String) throws(FlowFailure) -> String {
    // Not quoted where it may hold a password or move a terminal's cursor.
    let isQuotable =
      text.utf8.count <= 200 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x40 }
    let failure = addressSetting.invalid(isQuotable ? text : nil)
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
      parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
    else { throw failure }
    switch parts.scheme?.lowercased() {
    case "https": break
    case "http" where loopback.contains(host.lowercased()): break
    default: throw failure
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}

/// What the customer's account allows the app to read; no description of it shows it.
struct AccessToken: Hashable, Sendable {
  private let text: String

  /// Takes a token; nil for one that does not fit into a header field, which every real one does.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.text = text
  }

  /// The header fields that carry it.
  ///
  /// A parameter of the address would end in the logs of whatever the request passes.
  var headers: [String: String] { ["Authorization": "Bearer \(text)"] }
}

extension AccessToken: CustomStringConvertible, CustomReflectable {
  var description: String { "(token)" }

  var customMirror: Mirror { Mirror(self, children: []) }
}
