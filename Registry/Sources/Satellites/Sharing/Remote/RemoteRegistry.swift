package import Base
package import Model
package import Versions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A registry that is reached over HTTP, as SE-0292 describes it.
package struct RemoteRegistry {
  package let address: RegistryAddress
  let authorization: Authorization?
  /// Where the files of its exchanges lie.
  let folder: String
  /// Is told for how many seconds the registry asks to wait, if that is long.
  package var waiting: @Sendable (Int) -> Void = { _ in }
  /// Waits for so many seconds.
  package var pause: @Sendable (Int) -> Void = sleep

  /// - Parameter folder: For files, which none but this value may touch.
  package init(address: RegistryAddress, authorization: Authorization?, folder: String) {
    (self.address, self.authorization, self.folder) = (address, authorization, folder)
  }

  /// - Throws: If there is no registry at the address.
  func checkAvailability() throws {
    let answer = try get(at: ["availability"])
    // The path is not part of SE-0292, but the header is part of every answer.
    guard answer.headers["content-version"] != nil else {
      throw misunderstood("does not answer as a package registry (status \(answer.status))")
    }
  }

  /// The greatest version that is not withdrawn; a pre-release only if there is nothing else.
  func newestVersion(of request: PackageRequest) throws -> SemanticVersion {
    let answer = try get(at: [request.scope.text, request.name.text])
    guard answer.status != 404 else {
      throw OperationError(
        .unknownComponent,
        "'\(address)' has no package '\(request.identity)'",
        help: "check the name and the URL"
      )
    }
    let versions = try releases(in: answer, of: request.identity)
      .filter { !$0.value }.keys
    guard let newest = versions.filter({ !$0.isPrerelease }).max() ?? versions.max() else {
      throw OperationError(
        .unknownRelease,
        "every release of '\(request.identity)' at '\(address)' is withdrawn"
      )
    }
    return newest
  }

  /// The versions of all releases, each with whether it is withdrawn there; none if there is no
  /// such package.
  package func versions(
    of name: ComponentName,
    in scope: ScopeName
  ) throws -> [SemanticVersion: Bool] {
    let identity = name.identity(in: scope)
    var versions: [SemanticVersion: Bool] = [:]
    var next: String? = "\(address)/\(name.place(in: scope))"
    var seen: Set<String> = []
    while let url = next {
      guard seen.insert(url).inserted, address.hasSameHost(as: url) else {
        throw misunderstood("has an invalid link to the next page of its releases, '\(url)'")
      }
      let answer = try patiently(exchange(url, "json"))
      if answer.status == 404, versions.isEmpty { return [:] }
      versions.merge(try releases(in: answer, of: identity)) { first, _ in first }
      next = LinkHeader(answer.headers["link"]).target(of: "next", from: url)
    }
    return versions
  }

  /// Whether each release is withdrawn.
  private func releases(
    in answer: HTTPExchange.Answer,
    of identity: String
  ) throws -> [SemanticVersion: Bool] {
    try check(answer, for: identity)
    guard case .object(let root) = try value(of: answer),
      case .object(let releases)? = root["releases"]
    else { throw misunderstood("lists no releases") }
    let versions = releases.compactMap { version, facts -> (SemanticVersion, Bool)? in
      guard let version = try? SemanticVersion(version) else { return nil }
      if case .object(let facts) = facts, facts["problem"] != nil { return (version, true) }
      return (version, false)
    }
    return Dictionary(versions) { first, _ in first }
  }

  /// Whether it has exactly this version.
  func has(_ package: PackageReference, tries: Int = mostTries) throws -> Bool {
    try checksum(of: package, tries: tries) != nil
  }

  /// The `Package.swift` of a release.
  func manifest(of package: PackageReference) throws -> [UInt8] {
    let place = [package.scope.text, package.name.text, "\(package.version)", "Package.swift"]
    let answer = try get(at: place, as: "swift")
    guard answer.status != 404 else {
      throw misunderstood("has '\(package)', but not its 'Package.swift'")
    }
    try check(answer, for: package.description)
    return answer.body
  }

  /// The checksum of a release; `nil` if there is no such release.
  package func checksum(of package: PackageReference) throws -> ArchiveChecksum? {
    try checksum(of: package, tries: Self.mostTries)
  }

  private func checksum(of package: PackageReference, tries: Int) throws -> ArchiveChecksum? {
    let place = [package.scope.text, package.name.text, "\(package.version)"]
    let answer = try get(at: place, tries: tries)
    // A withdrawn release may be gone for who did not have it.
    guard answer.status != 404 else { return nil }
    try check(answer, for: package.description)
    guard case .object(let root) = try value(of: answer),
      case .array(let resources)? = root["resources"]
    else { throw misunderstood("describes '\(package)' without its resources") }
    for case .object(let resource) in resources where resource["name"] == .string("source-archive")
    {
      guard case .string(let checksum)? = resource["checksum"] else { continue }
      return try ArchiveChecksum(hexadecimal: checksum.lowercased())
    }
    throw misunderstood("describes '\(package)' without the checksum of its archive")
  }

  private func get(
    at path: [String],
    as media: String = "json",
    tries: Int = mostTries
  ) throws -> HTTPExchange.Answer {
    try patiently(exchange("\(address)/\(path.joined(separator: "/"))", media), tries: tries)
  }

  func exchange(_ url: String, _ media: String) -> HTTPExchange {
    var exchange = HTTPExchange(url: url)
    exchange.headers = [
      "Accept: application/vnd.swift.registry.v1+\(media)",
      "User-Agent: registry/\(ProgramVersion.number)",
    ]
    if let authorization, address.hasSameHost(as: url) {
      exchange.headers.append(authorization.header)
    }
    return exchange
  }

  func check(_ answer: HTTPExchange.Answer, for subject: String) throws {
    if !(200..<300 ~= answer.status) { throw refusal(answer, of: subject) }
  }

  private func value(of answer: HTTPExchange.Answer) throws -> JSONValue {
    if answer.headers["content-type"]?.lowercased().hasPrefix("text/html") == true {
      throw misunderstood("answers with a web page, expected JSON")
    }
    do {
      return try JSONValue(reading: answer.body, file: "answer")
    } catch {
      throw misunderstood("answers with invalid JSON: \(error.message)")
    }
  }

  func misunderstood(_ what: String) -> OperationError {
    OperationError(
      .unreachable,
      "'\(address)' \(what)",
      help: "check that this is the URL of a package registry"
    )
  }
}

/// The token for a registry, from a place that no other account can read.
package struct AccessToken: Sendable {
  private static let variable = "REGISTRY_TOKEN"

  /// The token, one word of visible ASCII.
  package let secret: String

  /// - Parameter file: `nil` for the variable `REGISTRY_TOKEN`; without it, there is no token.
  package init?(file: String?) throws(OperationError) {
    let place = file.map { "the file '\($0)'" } ?? "the variable '\(Self.variable)'"
    let text: String
    if let file {
      guard let bytes = try unifyingErrors({ try LocalFile.read(file) }) else {
        throw OperationError(.invalidToken, "there is no token file '\(file)'")
      }
      text = String(decoding: bytes, as: UTF8.self)
    } else {
      guard let value = CurrentProcess.variable(Self.variable) else { return nil }
      text = value
    }
    let secret = text.split(whereSeparator: \.isWhitespace)
    guard secret.count == 1, secret[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw OperationError(
        .invalidToken,
        "\(place) \(secret.isEmpty ? "is empty" : "contains no token"), expected one word",
        help: file == nil
          ? "set it to a token from the registry's operator, or unset it to sign in as"
            + " 'swift package-registry login' has stored it"
          : "put a token from the registry's operator into it"
      )
    }
    self.secret = String(secret[0])
  }
}

/// The credentials that a request carries.
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

/// The values of a Link header (RFC 8288).
struct LinkHeader {
  private let links: [(target: Substring, parameters: Substring)]

  init(_ header: String?) {
    links = (header ?? "").matches(of: /<([^>]*)>([^,]*)/).map { ($0.1, $0.2) }
  }

  /// - Parameter url: Of the answer.
  func target(of relation: String, from url: String) -> String? {
    links.first { $0.parameters.contains("rel=\"\(relation)\"") }
      .flatMap { Self.absolute(String($0.target), from: url) }
  }

  /// A URL as it may be in a header, from the URL of the answer; `nil` if it is none for HTTP.
  static func absolute(_ target: String, from url: String) -> String? {
    if target.hasPrefix("https://") || target.hasPrefix("http://") {
      // Never from what is encrypted to what is not.
      return url.hasPrefix("https:") && target.hasPrefix("http:") ? nil : target
    }
    guard target.hasPrefix("/"), let scheme = url.firstRange(of: "://") else { return nil }
    if target.hasPrefix("//") { return String(url[..<scheme.lowerBound]) + ":" + target }
    return String(url[..<scheme.upperBound])
      + String(url[scheme.upperBound...].prefix { $0 != "/" }) + target
  }
}

extension RemoteRegistry {
  /// An unsuccessful answer, as an error.
  ///
  /// - Parameter subject: What was requested, a package or a release.
  func refusal(_ answer: HTTPExchange.Answer, of subject: String) -> OperationError {
    let (code, help) = kind(of: answer)
    let reason = Self.detail(of: answer).map { ": \($0)" } ?? ""
    return OperationError(
      code,
      "'\(address)' rejected '\(subject)' with status \(answer.status)\(reason)",
      help: help
    )
  }

  private func kind(of answer: HTTPExchange.Answer) -> (OperationError.Code, help: String?) {
    switch answer.status {
    case 401 where authorization != nil:
      (.unauthorized, "use a valid token: this one is unknown there, expired or revoked")
    case 401:
      (
        .unauthorized,
        "give a token with '--token-file' or in REGISTRY_TOKEN, or sign in with"
          + " 'swift package-registry login'"
      )
    case 403: (.forbidden, "ask the registry's operator for a token with this permission")
    case 405: (.remoteRefusal, "publishing is disabled there: ask the registry's operator")
    case 409: (.versionTaken, "publish the new content under another version")
    case 413: (.remoteRefusal, "remove files that clients do not need from the package")
    case 429:
      (.tooManyRequests, answer.headers["retry-after"].map { "try again in \($0) s" })
    case 503: (.remoteFailure, answer.headers["retry-after"].map { "try again in \($0) s" })
    case 400..<500: (.remoteRefusal, nil)
    default: (.remoteFailure, "try again later, or tell the registry's operator")
    }
  }

  /// Returns the message of a problem document (RFC 7807), with all that the registry adds to it.
  private static func detail(of answer: HTTPExchange.Answer) -> String? {
    guard case .object(var problem)? = try? JSONValue(reading: answer.body, file: "answer") else {
      return nil
    }
    var words: [String] = []
    if case .string(let detail)? = problem["detail"] ?? problem["title"] { words.append(detail) }
    for key in ["detail", "identical", "instance", "status", "title", "type"] {
      problem[key] = nil
    }
    if !problem.isEmpty { words.append(JSONValue.object(problem).compact) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
