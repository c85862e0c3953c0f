import Digests
import Processes
import RegistryModel
import Versioning
import Workspace

/// A registry that is reached over HTTP, as SE-0292 describes it.
struct RemoteRegistry {
  let address: RegistryAddress
  let token: String?
  /// Where the files of its exchanges lie.
  let folder: String

  /// The registry's answer to a release that was sent.
  struct Reply {
    /// Whether it is still being processed.
    let isPending: Bool
    /// Whether it already has the release, with the same content.
    var isIdentical = false
    /// Where the release is, or its state, if the registry says so.
    let location: String?
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
    let versions = try versions(in: answer, of: request.identity)
    guard let newest = versions.filter({ !$0.isPrerelease }).max() ?? versions.max() else {
      throw OperationError(
        .unknownRelease,
        "every release of '\(request.identity)' at '\(address)' is withdrawn"
      )
    }
    return newest
  }

  /// Whether it has exactly this version.
  func has(_ package: PackageReference) throws -> Bool {
    try description(of: package) != nil
  }

  /// The first versions that the registry lists, which are the newest, without withdrawn ones.
  func versions(of package: PackageReference) throws -> [SemanticVersion] {
    let answer = try get(at: [package.scope.text, package.name.text])
    return answer.status == 404 ? [] : try versions(in: answer, of: package.identity)
  }

  private func versions(
    in answer: HTTPExchange.Answer,
    of identity: String
  ) throws -> [SemanticVersion] {
    try check(answer, for: identity)
    guard case .object(let root) = try value(of: answer),
      case .object(let releases)? = root["releases"]
    else { throw misunderstood("lists no releases") }
    return releases.compactMap { version, facts in
      if case .object(let facts) = facts, facts["problem"] != nil { return nil }
      return try? SemanticVersion(version)
    }
  }

  /// The archive of a release, checked against the checksum of the registry.
  func archive(of package: PackageReference) throws -> (bytes: [UInt8], checksum: ArchiveChecksum) {
    guard let checksum = try description(of: package) else {
      throw misunderstood("lists '\(package)' and does not have it")
    }
    let place = [package.scope.text, package.name.text, "\(package.version).zip"]
    let answer = try get(at: place, as: "zip")
    try check(answer, for: package.description)
    guard SHA256.digest(of: answer.body) == checksum.bytes else {
      throw OperationError(
        .checksumMismatch,
        "the archive of '\(package)' from '\(address)' does not match its checksum",
        help: "tell the registry's operator"
      )
    }
    return (answer.body, checksum)
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

  /// Sends a release.
  ///
  /// - Parameters:
  ///   - archive: The file of the source archive.
  ///   - metadata: The file of a JSON object, if there is one.
  func publish(_ package: PackageReference, archive: String, metadata: String?) throws -> Reply {
    var exchange = exchange([package.scope.text, package.name.text, "\(package.version)"], "json")
    exchange.form = [("source-archive", archive, "application/zip")]
    if let metadata { exchange.form.append(("metadata", metadata, "application/json")) }
    let answer = try exchange.run(in: folder)
    // SE-0292 has no success for what is there: an answer to an earlier try may have been lost.
    if RemoteRefusal.saysIdentical(answer) {
      return Reply(isPending: false, isIdentical: true, location: exchange.url)
    }
    try check(answer, for: package.description)
    return Reply(isPending: answer.status == 202, location: answer.headers["location"])
  }

  /// The checksum of a release; `nil` if there is no such release.
  private func description(of package: PackageReference) throws -> ArchiveChecksum? {
    let answer = try get(at: [package.scope.text, package.name.text, "\(package.version)"])
    guard answer.status != 404 else { return nil }
    try check(answer, for: package.description)
    guard case .object(let root) = try value(of: answer),
      case .array(let resources)? = root["resources"]
    else { throw misunderstood("describes '\(package)' without its resources") }
    for case .object(let resource) in resources where resource["name"] == .string("source-archive")
    {
      guard case .string(let checksum)? = resource["checksum"] else { continue }
      return try ArchiveChecksum(hexadecimal: checksum)
    }
    throw misunderstood("describes '\(package)' without the checksum of its archive")
  }

  private func get(at path: [String], as media: String = "json") throws -> HTTPExchange.Answer {
    try exchange(path, media).run(in: folder)
  }

  private func exchange(_ path: [String], _ media: String) -> HTTPExchange {
    var exchange = HTTPExchange(url: "\(address)/\(path.joined(separator: "/"))")
    exchange.headers = ["Accept: application/vnd.swift.registry.v1+\(media)"]
    if let token { exchange.headers.append("Authorization: Bearer \(token)") }
    return exchange
  }

  private func check(_ answer: HTTPExchange.Answer, for subject: String) throws {
    guard !(200..<300 ~= answer.status) else { return }
    throw RemoteRefusal(answer, of: subject, at: address, hasToken: token != nil).error
  }

  private func value(of answer: HTTPExchange.Answer) throws -> JSONValue {
    do {
      return try JSONValue(reading: answer.body, file: "answer")
    } catch {
      throw misunderstood("answers with invalid JSON: \(error.message)")
    }
  }

  private func misunderstood(_ what: String) -> OperationError {
    OperationError(
      .unreachable,
      "'\(address)' \(what)",
      help: "check that this is the URL of a package registry"
    )
  }
}
