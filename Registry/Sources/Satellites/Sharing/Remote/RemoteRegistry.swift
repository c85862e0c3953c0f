import Base
package import Model
package import Versions

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

  /// All releases, each with whether it is withdrawn there; none if there is no such package.
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
