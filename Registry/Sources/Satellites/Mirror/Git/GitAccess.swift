import Base
import Model

/// A password for git from this program's environment, or from a URL.
///
/// It is passed on in the environment, where no other account can see it.
package struct GitAccess: Sendable {
  /// The variable that holds a token.
  static let variable = "REGISTRY_MIRROR_TOKEN"
  private static let user = "REGISTRY_MIRROR_USER"

  private var settings: [(key: String, value: String)] = []
  private var variables: [String: String] = [:]
  /// How many settings this process's environment has for git.
  private var given = 0

  static let none = GitAccess()

  /// Takes the password out of a URL; without one, the variable counts.
  ///
  /// No other host gets it.
  package static func taking(
    from text: String,
    variable: (String) -> String? = CurrentProcess.variable
  ) -> (url: String, access: GitAccess) {
    var access = GitAccess(given: variable("GIT_CONFIG_COUNT").flatMap { Int($0) } ?? 0)
    guard let url = RemoteURL(text) else { return (text, access) }
    let parts = url.login?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let login = parts?.count == 2 ? parts : nil
    let bare = login.map { url.text(login: $0[0]) } ?? text
    let password = login.map { String($0[1]).removingPercentCodes }
    guard let secret = password ?? variable(Self.variable), let site = url.passwordSite else {
      return (bare, access)
    }
    let key = "credential.\(site).helper"
    // Git runs it with a shell, whose own commands print: the words are in no arguments.
    let helper =
      "!f() { test \"$1\" = get && printf 'username=%s\\npassword=%s\\n'"
      + " \"$\(Self.user)\" \"$\(Self.variable)\"; }; f"
    // Nothing else is asked, and nothing else is told to keep it.
    access.settings = [(key, ""), (key, helper)]
    let user = login.map { String($0[0]).removingPercentCodes }
    access.variables = [
      Self.variable: secret, Self.user: user ?? variable(Self.user) ?? "x-access-token",
    ]
    return (bare, access)
  }

  /// The variables for git.
  ///
  /// - Parameter others: Settings that it is to have as well, which may be secret too.
  package func environment(
    with others: [(key: String, value: String)] = []
  ) -> [String: String] {
    let all = others + settings
    if all.isEmpty { return variables }
    var environment = variables
    environment["GIT_CONFIG_COUNT"] = "\(given + all.count)"
    for (number, setting) in all.enumerated() {
      environment["GIT_CONFIG_KEY_\(given + number)"] = setting.key
      environment["GIT_CONFIG_VALUE_\(given + number)"] = setting.value
    }
    return environment
  }
}

extension String {
  /// With each `%41` as the character that it encodes.
  fileprivate var removingPercentCodes: String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
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
