import Errors
import Versioning

/// The URL of a git repository as clients write it: with a scheme, as `user@host:path`, or a path
/// from the root.
package struct RepositoryURL: Hashable, Sendable, CustomStringConvertible {
  /// Without a slash at its end.
  package let description: String

  /// Why a text is not a URL that may be published.
  package enum Fault: Error {
    /// Not a URL, or one that a string in a manifest cannot hold as it is.
    case invalid
    /// Everybody who reads the manifest would read it.
    case password
  }

  package init(_ text: String) throws(Fault) {
    var trimmed = text
    while trimmed.utf8.last == UInt8(ascii: "/") { trimmed.removeLast() }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && scalar.value < 0x7F && scalar != "\"" && scalar != "\\"
    }
    guard isPlain, !trimmed.isEmpty, trimmed.hasPrefix("/") || Self.isRemote(trimmed) else {
      throw .invalid
    }
    guard !Self.hasPassword(trimmed) else { throw .password }
    description = trimmed
  }

  /// The name of the package that the package manager derives from the URL: its last part.
  package var packageName: String {
    let name = description.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? description
    return name.lowercased().hasSuffix(".git") ? String(name.dropLast(4)) : name
  }

  /// What URLs of the same repository have in common: host and path, without scheme, user, port,
  /// `.git` and the case of letters.
  package var canonical: String {
    var text = description.lowercased()
    var hasScheme = false
    if let scheme = text.firstRange(of: "://") {
      text = String(text[scheme.upperBound...])
      hasScheme = true
    }
    var parts = text.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    if !description.hasPrefix("/"), var host = parts.first {
      if let user = host.lastIndex(of: "@") { host = String(host[host.index(after: user)...]) }
      if let colon = host.lastIndex(of: ":") {
        let rest = String(host[host.index(after: colon)...])
        host = String(host[..<colon])
        // Behind a scheme it is a port, else the beginning of the path.
        if !hasScheme, !rest.isEmpty { parts.insert(rest, at: 1) }
      }
      parts[0] = host
    }
    if let last = parts.last, last.hasSuffix(".git"), last.count > 4 {
      parts[parts.count - 1] = String(last.dropLast(4))
    }
    return parts.joined(separator: "/")
  }

  /// Whether git takes this for a URL in place of a path: a scheme, or a host before a colon.
  package static func isRemote(_ text: String) -> Bool {
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

/// The URLs of all components' repositories, with `{name}` in the place of the component's name.
package struct RepositoryTemplate: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  private static let placeholder = "{name}"

  package init(_ text: String) throws(RepositoryURL.Fault) {
    _ = try RepositoryURL(text.replacing(Self.placeholder, with: "name"))
    guard text.ranges(of: Self.placeholder).count == 1 else { throw .invalid }
    description = text
  }

  func url(of component: ComponentName) -> RepositoryURL? {
    try? RepositoryURL(description.replacing(Self.placeholder, with: component.text))
  }
}

extension JSONField {
  func repositoryURL() throws(OperationError) -> RepositoryURL {
    let text = try string()
    do throws(RepositoryURL.Fault) {
      return try RepositoryURL(text)
    } catch {
      throw repositoryFailure(error, text, "'https://git.example.com/Menu'")
    }
  }

  func repositoryTemplate() throws(OperationError) -> RepositoryTemplate {
    let text = try string()
    do throws(RepositoryURL.Fault) {
      return try RepositoryTemplate(text)
    } catch {
      throw repositoryFailure(error, text, "'https://git.example.com/swift-{name}'")
    }
  }

  private func repositoryFailure(
    _ fault: RepositoryURL.Fault,
    _ text: String,
    _ example: String
  ) -> OperationError {
    switch fault {
    case .invalid:
      failure(.invalidValue, "invalid URL \(quoted(text)), expected one such as \(example)")
    case .password:
      failure(
        .invalidValue,
        "the URL contains a password, which all readers of the manifest would see",
        help: "give the URL without it, and keep the password in git's credential helper"
      )
    }
  }
}
