package import Versioning
package import Workspace

/// The base URL of a mirror: the part before `/NAME.git` in the URLs that clients use.
package struct MirrorBase: Hashable, Sendable, CustomStringConvertible {
  /// Without a slash at its end.
  package let description: String

  /// Reads a URL, a path that starts at the root, or `user@host:folder`.
  ///
  /// - Throws: For what a string in a manifest cannot hold as it is, and for a password: it would
  ///   stand in every manifest that is mirrored.
  package init(_ text: String) throws(OperationError) {
    let trimmed = String(text.reversed().drop { $0 == "/" }.reversed())
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && scalar.value < 0x7F && scalar != "\"" && scalar != "\\"
    }
    guard isPlain, !trimmed.isEmpty, trimmed.hasPrefix("/") || Self.isRemote(trimmed) else {
      throw OperationError(
        .invalidURL,
        "invalid base URL '\(text)', expected one such as 'https://git.example.com/mirror'",
        help: "it is the part before '/NAME.git' in the URLs that clients use"
      )
    }
    guard !Self.hasPassword(trimmed) else {
      throw OperationError(
        .invalidURL,
        "the base URL contains a password, which would be written to every mirrored manifest",
        help: "give a URL without it with '--base-url'"
      )
    }
    description = trimmed
  }

  package func url(of component: ComponentName) -> String {
    "\(description)/\(component).git"
  }

  /// Whether git takes this for an address in place of a path: a scheme, or a host before a colon.
  static func isRemote(_ text: String) -> Bool {
    if text.contains("://") { return true }
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return false }
    return !text[..<colon].contains("/")
  }

  private static func hasPassword(_ text: String) -> Bool {
    guard let scheme = text.firstRange(of: "://") else { return false }
    let authority = text[scheme.upperBound...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return false }
    return authority[..<at].contains(":")
  }
}
