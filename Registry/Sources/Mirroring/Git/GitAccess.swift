import Processes
import Workspace

/// A password for git from this program's environment, or from a URL.
///
/// It is passed on in the environment, where no other account can see it.
package struct GitAccess: Sendable {
  /// The variable that holds a token.
  static let variable = "REGISTRY_MIRROR_TOKEN"
  private static let user = "REGISTRY_MIRROR_USER"

  package let environment: [String: String]

  static let none = GitAccess(environment: [:])

  private init(environment: [String: String]) {
    self.environment = environment
  }

  /// - Parameters:
  ///   - password: What a URL had; otherwise the variable counts.
  ///   - url: The one whose host the password is for: no other host gets it.
  package init(
    user: String?,
    password: String?,
    for url: String,
    variable: (String) -> String? = CurrentProcess.variable
  ) {
    guard let secret = password ?? variable(Self.variable), let host = Self.host(of: url) else {
      self = .none
      return
    }
    let key = "credential.\(host).helper"
    // Git runs it with a shell, whose own commands print: the words are in no arguments.
    let helper =
      "!f() { test \"$1\" = get && printf 'username=%s\\npassword=%s\\n'"
      + " \"$\(Self.user)\" \"$\(Self.variable)\"; }; f"
    let count = variable("GIT_CONFIG_COUNT").flatMap { Int($0) } ?? 0
    environment = [
      "GIT_CONFIG_COUNT": "\(count + 2)",
      // Nothing else is asked, and nothing else is told to keep it.
      "GIT_CONFIG_KEY_\(count)": key, "GIT_CONFIG_VALUE_\(count)": "",
      "GIT_CONFIG_KEY_\(count + 1)": key, "GIT_CONFIG_VALUE_\(count + 1)": helper,
      Self.variable: secret, Self.user: user ?? variable(Self.user) ?? "x-access-token",
    ]
  }

  /// Scheme and host of a URL that takes passwords.
  private static func host(of url: String) -> String? {
    guard url.hasPrefix("https://") || url.hasPrefix("http://"),
      let scheme = url.firstRange(of: "://")
    else { return nil }
    let authority = url[scheme.upperBound...].prefix { $0 != "/" }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    return "\(url[..<scheme.upperBound])\(host ?? authority)"
  }

  /// A URL without its user and password, and those.
  package static func taking(from url: String) -> (url: String, user: String?, password: String?) {
    guard let scheme = url.firstRange(of: "://") else { return (url, nil, nil) }
    let authority = url[scheme.upperBound...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":")
    else { return (url, nil, nil) }
    func decoded(_ text: Substring) -> String { String(text).removingPercentCodes }
    return (
      "\(url[..<scheme.upperBound])\(authority[..<colon])\(url[at...])",
      decoded(authority[..<colon]), decoded(authority[authority.index(after: colon)..<at])
    )
  }
}

extension String {
  /// With each `%41` as the character that it encodes.
  fileprivate var removingPercentCodes: String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.first {
      rest = rest.dropFirst()
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
