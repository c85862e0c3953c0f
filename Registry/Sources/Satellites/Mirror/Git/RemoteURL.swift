/// The parts of a URL such as `https://ada:secret@git.example.com:8443/acme`.
struct RemoteURL {
  /// With `://`.
  private let scheme: Substring
  /// What is before `@`.
  let login: Substring?
  /// With its port.
  let host: Substring
  private let path: Substring

  /// - Returns: `nil` for a path, and for a place as ssh writes it.
  init?(_ text: String) {
    guard let scheme = text.firstRange(of: "://") else { return nil }
    let rest = text[scheme.upperBound...]
    // By bytes, as git reads it.
    let authority = Substring(rest.utf8.prefix { $0 != UInt8(ascii: "/") })
    let at = authority.lastIndex(of: "@")
    self.scheme = text[..<scheme.upperBound]
    login = at.map { authority[..<$0] }
    host = at.map { authority[authority.index(after: $0)...] } ?? authority
    path = rest[authority.endIndex...]
  }

  /// Scheme and host; `nil` if no password is sent there.
  var passwordSite: String? {
    ["https://", "http://"].contains(scheme) ? "\(scheme)\(host)" : nil
  }

  /// The same URL with another login.
  func text(login: Substring) -> String { "\(scheme)\(login)@\(host)\(path)" }
}
