import Base
package import Versions

/// The URL of a git repository as clients write it: with a scheme, as `user@host:path`, or a path
/// from the root.
package struct RepositoryURL: Hashable, Sendable, CustomStringConvertible {
  /// The URL as it was written, without slashes at its end.
  package let description: String

  /// The reason why a text is not a URL that may be published.
  package enum Fault: Error {
    /// Not a URL, or one that a string in a manifest cannot hold as it is.
    case invalid
    /// A password in the URL, which all readers of the manifest would see.
    case password
  }

  /// Reads a URL without a password; throws for any other text.
  package init(_ text: String) throws(Fault) {
    var trimmed = text
    while trimmed.utf8.last == UInt8(ascii: "/") { trimmed.removeLast() }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && scalar.value < 0x7F && scalar != "\"" && scalar != "\\"
    }
    guard isPlain, !trimmed.isEmpty, trimmed.hasPrefix("/") || Self.isRemote(trimmed),
      !Self.hasAmbiguousHost(trimmed)
    else { throw .invalid }
    guard !Self.hasPassword(trimmed) else { throw .password }
    description = trimmed
  }

  /// The name of the package that the package manager derives from the URL: its last part.
  package var packageName: String {
    let name = description.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? description
    return name.lowercased().hasSuffix(".git") ? String(name.dropLast(4)) : name
  }

  /// The identity of the repository, which all spellings of its URL share: host and normalised path,
  /// without user, default port, `.git` and the case of letters.
  ///
  /// The schemes by which git reaches a repository over a network count as one. Other schemes, and
  /// paths on this machine, are told apart from them.
  package var canonical: String {
    let text = description.lowercased()
    guard !text.hasPrefix("/") else { return Self.normalized("/", text[...]) }
    guard let separator = text.firstRange(of: "://") else {
      // `user@host:path`.
      let colon = text.firstIndex(of: ":") ?? text.endIndex
      let host = Self.withoutUser(text[..<colon])
      return Self.normalized("\(host)/", text[colon...].dropFirst())
    }
    let scheme = String(text[..<separator.lowerBound])
    let rest = text[separator.upperBound...]
    let authority = Self.authority(of: text)
    var host = Self.withoutUser(authority)
    let path = rest.dropFirst(authority.count)
    if scheme == "file", host.isEmpty || host == "localhost" { return Self.normalized("/", path) }
    if let port = Self.networkSchemes[scheme], host.hasSuffix(":\(port)") {
      host.removeLast(port.count + 1)
    } else if host.hasSuffix(":") {
      host.removeLast()
    }
    return Self.normalized(isNetworked ? "\(host)/" : "\(scheme)://\(host)/", path)
  }

  /// Whether git reaches the repository over a network.
  package var isNetworked: Bool {
    guard let separator = description.firstRange(of: "://") else {
      // `host::path` is a program of that name.
      return !description.hasPrefix("/") && !description.contains("::")
    }
    return Self.networkSchemes[description[..<separator.lowerBound].lowercased()] != nil
  }

  /// The schemes of git for hosts, with their usual ports.
  private static let networkSchemes = [
    "https": "443", "http": "80", "ssh": "22", "git+ssh": "22", "ssh+git": "22", "git": "9418",
  ]

  private static func withoutUser(_ authority: Substring) -> Substring {
    authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
  }

  /// The path without empty, `.` and `..` parts (RFC 3986, 6.2.2), even if they are percent-encoded.
  private static func normalized(_ place: String, _ path: Substring) -> String {
    var parts: [String] = []
    for part in path.split(separator: "/") {
      switch decodingPlain(part) {
      case ".": continue
      case "..": _ = parts.popLast()
      case let part: parts.append(part)
      }
    }
    if let last = parts.last, last.hasSuffix(".git"), last.count > 4 {
      parts[parts.count - 1] = String(last.dropLast(4))
    }
    return place + parts.joined(separator: "/")
  }

  /// Replaces escapes of characters that need none, in lower case.
  private static func decodingPlain(_ part: Substring) -> String {
    guard part.contains("%") else { return String(part) }
    return String(part).replacing(/%([0-9a-f]{2})/) { escape in
      let character = UInt8(escape.1, radix: 16).map { Character(Unicode.Scalar($0)) }
      guard let character, character.isASCII,
        character.isLetter || character.isNumber || "-._~".contains(character)
      else { return String(escape.0) }
      return character.lowercased()
    }
  }

  /// Whether git takes this for a URL in place of a path: a scheme, or a host before a colon.
  package static func isRemote(_ text: String) -> Bool {
    if text.contains("://") { return true }
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return false }
    return !text[..<colon].contains("/")
  }

  private static func hasPassword(_ text: String) -> Bool {
    let authority = authority(of: text)
    guard let at = authority.lastIndex(of: "@") else { return false }
    return authority[..<at].contains(":")
  }

  /// Whether programs disagree about where the host ends: at a query or a fragment, or at the slash.
  private static func hasAmbiguousHost(_ text: String) -> Bool {
    authority(of: text).contains { "?#".contains($0) }
  }

  /// User, host and port behind a scheme; empty without one.
  private static func authority(of text: String) -> Substring {
    guard let scheme = text.firstRange(of: "://") else { return "" }
    return text[scheme.upperBound...].prefix { $0 != "/" }
  }
}

/// The URLs of all components' repositories, with `{name}` in the place of the component's name.
package struct RepositoryTemplate: Hashable, Sendable, CustomStringConvertible {
  /// The template as it was written.
  package let description: String

  private static let placeholder = "{name}"

  /// Reads a template that contains `{name}` once, and is a URL with a name in its place.
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

/// The URLs of repositories that a publisher may claim.
///
/// One URL, with `*` for any characters of its path and `?` for one, or `*` alone for all URLs. Host
/// and normalised path are compared, and the scheme as ``RepositoryURL/canonical`` tells it apart.
package struct RepositoryPattern: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as it was written.
  package let description: String

  private let pattern: String

  /// Reads a URL, with `*` and `?` in its path, or `*` alone.
  package init(_ text: String) throws(RepositoryURL.Fault) {
    description = text
    guard text != "*" else {
      pattern = text
      return
    }
    let canonical = try RepositoryURL(text).canonical
    // Behind a `*`, the path of another host could have this host's name.
    guard let host = canonical.split(separator: "/").first, !Wildcards.areIn(String(host)) else {
      throw .invalid
    }
    pattern = canonical
  }

  /// Repositories that git does not reach over a network match no pattern.
  package func matches(_ url: RepositoryURL) -> Bool {
    guard url.isNetworked else { return false }
    let canonical = url.canonical
    // A server may take an escaped separator for one, and leave the folder behind it.
    let isClear = ["%2f", "%5c", "%25"].allSatisfy { !canonical.contains($0) }
    return pattern == "*" || isClear && Wildcards.match(canonical, pattern)
  }
}

extension RepositoryURL {
  /// The URL at which a browser shows the repository; `nil` if only git knows the address.
  package var webPage: String? {
    guard description.hasPrefix("https://") else { return nil }
    return description.hasSuffix(".git") ? String(description.dropLast(4)) : description
  }

  /// The URL at which a forge shows a file of a release; `nil` for a forge whose URLs are not
  /// known.
  package func page(of file: String, at version: SemanticVersion) -> String? {
    guard let webPage else { return nil }
    if webPage.hasPrefix("https://github.com/") { return "\(webPage)/blob/\(version)/\(file)" }
    if webPage.hasPrefix("https://gitlab.com/") { return "\(webPage)/-/blob/\(version)/\(file)" }
    return nil
  }
}
