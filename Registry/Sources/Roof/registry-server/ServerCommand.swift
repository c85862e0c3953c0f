import ArgumentParser
import Base
import Logging
import Model
import Server
import ServerArguments
import Sharing
import Versions

/// The server's command line: each setting is an option, or else an environment variable.
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registry-server",
    abstract: "Serve the releases of a repository as a Swift package registry.",
    usage: "registry-server [<options>]",
    discussion: """
      Without options it serves the repository of the current folder to this machine only. Each \
      option can also be set as a variable, such as REGISTRY_PORT for --port. \
      'man 7 registry-operators' says how to run it for others.

        registry serve
        registry serve --host 0.0.0.0 --public-url https://swift.example.com
      """,
    version: ProgramVersion.text(of: "registry-server")
  )

  @OptionGroup var options: ServerOptions

  func run() async throws {
    try await Composition(settings()).run()
  }

  private func settings() throws -> ServerSettings {
    let variables = ServerVariables()
    var settings = ServerSettings()
    settings.repository = try variables.text(options.repository, "repository")
    settings.branch = try variables.text(options.branch, "branch")
    settings.mirror = try variables.text(options.mirror, "mirror")
    settings.manifest = try variables.text(options.manifest, "manifest")
    settings.host = try variables.text(options.host, "host") ?? settings.host
    let port = options.port?.description
    settings.port = try variables.value(port, "port", ServerValue.port) ?? settings.port
    settings.certificate = try variables.text(options.tlsCertificate, "tls.certificate")
    settings.key = try variables.text(options.tlsKey, "tls.key")
    settings.connections = try variables.count(options.connections, "connections")
    settings.fetchSeconds = try variables.count(options.fetchInterval, "fetch.interval")
    settings.webhooks = try webhooks(variables)
    let status = options.statusAddress
    settings.statusAddress =
      try variables.value(status, "status.address", ServerValue.statusAddress)
    settings.logLevel = try variables.value(options.logLevel, "log.level", ServerValue.logLevel)
    settings.service = try service(variables)
    settings.warnings = variables.warnings()
    try settings.validate()
    return settings
  }

  private func service(_ variables: ServerVariables) throws -> RegistryService.Options {
    var service = RegistryService.Options()
    let url = options.publicURL
    service.publicURL = try variables.value(url, "public.url", ServerValue.publicURL)
    service.guardsReading =
      try variables.flag(options.readToken, "read.token") ?? service.guardsReading
    service.tokens = try variables.text(options.tokens, "tokens").map(TokenFile.init)
    service.documentation = try variables.text(options.docs, "docs")
    service.requiresSignatures =
      try variables.flag(options.requireSigned, "require.signed") ?? service.requiresSignatures
    func count(_ setting: inout Int, _ option: Int?, _ key: String) throws {
      setting = try variables.count(option, key) ?? setting
    }
    try count(&service.publishRates.newComponents, options.newComponents, "new.components")
    try count(&service.publishRates.newVersions, options.newVersions, "new.versions")
    try count(&service.uploads.all, options.uploads, "uploads")
    try count(&service.uploads.ofToken, options.tokenUploads, "token.uploads")
    try count(&service.failedLogins, options.failedLogins, "failed.logins")
    let proxies = options.trustedProxies
    service.proxies =
      try variables.value(proxies, "trusted.proxies", ServerValue.proxies) ?? service.proxies
    if let size = try variables.count(options.cacheSize, "cache.size") {
      service.cacheBound = size << 20
    }
    return service
  }

  private func webhooks(_ variables: ServerVariables) throws -> [Webhook] {
    let given = options.webhook.isEmpty ? nil : options.webhook.joined(separator: " ")
    guard let urls = try variables.value(given, "webhook", ServerValue.webhookURLs) else {
      return []
    }
    let file = options.webhookSecretFile
    let secret =
      try variables.value(file, "webhook.secret.file", ServerValue.secret)
      ?? variables.text(nil, "webhook.secret")
    return try ServerValue.webhooks(urls, signedWith: secret)
  }
}

/// The settings of the server, from options and variables.
struct ServerSettings {
  /// `nil` for the repository of the current folder.
  var repository: String?
  /// The repository to copy and follow, if any.
  var mirror: String?
  var branch: String?
  var manifest: String?
  var host = "127.0.0.1"
  var port = 5292
  var certificate: String?
  var key: String?
  /// The settings of the service itself.
  var service = RegistryService.Options()
  /// `nil` for as many as usual, or as this process may open files for.
  var connections: Int?
  /// The time between two fetches of a mirrored repository; `nil` for the usual one.
  var fetchSeconds: Int?
  /// Where `/health` and `/metrics` are answered; `nil` for the address of the registry.
  var statusAddress: ListeningAddress?
  /// The webhooks that are told of releases.
  var webhooks: [Webhook] = []
  var logLevel: Logger.Level?
  /// Warnings about the settings, for the operator.
  var warnings: [String] = []

  var isEncrypted: Bool { certificate != nil }

  /// Refuses options that exclude each other.
  mutating func validate() throws(OperationError) {
    guard (certificate == nil) == (key == nil) else {
      throw OperationError(
        .misconfigured,
        "'--tls-certificate' and '--tls-key' must be given together",
        help: "give the certificate file and the key file"
      )
    }
    guard mirror == nil || repository != nil else {
      throw OperationError(
        .misconfigured,
        "'--mirror' requires '--repository'",
        help: "name the folder of the copy, such as '--repository /var/lib/registry.git'"
      )
    }
    guard fetchSeconds == nil || mirror != nil else {
      throw OperationError(
        .misconfigured,
        "'--fetch-interval' requires '--mirror'",
        help: "only a copy of another repository fetches"
      )
    }
    if mirror != nil, branch == nil { branch = "main" }
  }
}

/// The environment variables, one for each option.
final class ServerVariables {
  private static let prefix = "REGISTRY_"

  /// The variables that have a meaning for the server or, in the same environment, for `registry`.
  private var known: Set<String> = [
    "REGISTRY_CACHE", "REGISTRY_CA_FILE", "REGISTRY_EVALUATE", "REGISTRY_FAILPOINT",
    "REGISTRY_MIRROR_TOKEN",
    "REGISTRY_MIRROR_USER", "REGISTRY_PROGRESS", "REGISTRY_TOKEN", "REGISTRY_WEBHOOK_SECRET",
    "REGISTRY_WEBHOOK_SECRET_FILE",
  ]

  /// The value of the option, or else of the variable; `nil` if neither is given.
  ///
  /// An invalid variable is an error, never ignored.
  ///
  /// - Parameters:
  ///   - key: Of both, as `tls.key` for `--tls-key` and `REGISTRY_TLS_KEY`.
  ///   - meaning: Parses the value; throws if it is invalid.
  func value<Value>(
    _ option: String?,
    _ key: String,
    _ meaning: (String) throws(OperationError) -> Value
  ) throws(OperationError) -> Value? {
    let name = Self.prefix + key.uppercased().replacing(".", with: "_")
    known.insert(name)
    guard let text = option ?? CurrentProcess.variable(name) else { return nil }
    do throws(OperationError) {
      return try meaning(text)
    } catch {
      throw error.of(option == nil ? name : "--" + key.replacing(".", with: "-"))
    }
  }

  func text(_ option: String?, _ key: String) throws(OperationError) -> String? {
    try value(option, key, ServerValue.text)
  }

  func count(_ option: Int?, _ key: String) throws(OperationError) -> Int? {
    try value(option?.description, key, ServerValue.count)
  }

  func flag(_ option: Bool, _ key: String) throws(OperationError) -> Bool? {
    try value(option ? "true" : nil, key, ServerValue.flag)
  }

  /// Returns warnings about variables that no option reads, once all options were read.
  func warnings() -> [String] {
    CurrentProcess.variables.filter { $0.hasPrefix(Self.prefix) && !known.contains($0) }.sorted()
      .map { name in
        let nearest = Suggestion.nearest(to: name, in: Array(known))
        return "the variable '\(name)' is unknown, and ignored"
          + (nearest.map { "; did you mean '\($0)'?" } ?? "")
      }
  }
}

/// Parses the values of options and environment variables.
enum ServerValue {
  static func text(_ text: String) throws(OperationError) -> String {
    guard !text.isEmpty else {
      throw OperationError(.misconfigured, "invalid value '', expected a non-empty value")
    }
    return text
  }

  static func port(_ text: String) throws(OperationError) -> Int {
    guard let port = Int(text), 0...65_535 ~= port else {
      throw OperationError(.misconfigured, "invalid port '\(text)', expected 0 to 65535")
    }
    return port
  }

  static func count(_ text: String) throws(OperationError) -> Int {
    guard let count = Int(text), 1...1_000_000 ~= count else {
      throw OperationError(.misconfigured, "invalid value '\(text)', expected 1 to 1000000")
    }
    return count
  }

  static func proxies(_ text: String) throws(OperationError) -> TrustedProxies {
    guard let proxies = TrustedProxies(text) else {
      throw OperationError(
        .misconfigured,
        "invalid proxies '\(text)', expected addresses or networks such as '127.0.0.1,10.0.0.0/8'"
      )
    }
    return proxies
  }

  static func statusAddress(_ text: String) throws(OperationError) -> ListeningAddress {
    guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
      let port = try? port(String(text[text.index(after: colon)...]))
    else {
      throw OperationError(
        .misconfigured,
        "invalid address '\(text)', expected one such as '127.0.0.1:9292'"
      )
    }
    let host = text[..<colon]
    return ListeningAddress(
      host: host.filter { !"[]".contains($0) },
      port: port,
      isOfStatus: true
    )
  }

  static func flag(_ text: String) throws(OperationError) -> Bool {
    switch text.lowercased() {
    case "true", "yes", "1": return true
    case "false", "no", "0": return false
    default:
      throw OperationError(.misconfigured, "invalid value '\(text)', expected 'true' or 'false'")
    }
  }

  static func publicURL(_ text: String) throws(OperationError) -> String {
    var url = text[...]
    while url.hasSuffix("/") { url.removeLast() }
    let isURL = ["http://", "https://"].contains { url.hasPrefix($0) }
    let hasNoSeparator = !url.contains { ",;<>\" ".contains($0) }
    guard isURL, hasNoSeparator else {
      throw OperationError(
        .misconfigured,
        "invalid public URL '\(text)', expected one such as 'https://swift.example.com'"
      )
    }
    return String(url)
  }

  static func logLevel(_ text: String) throws(OperationError) -> Logger.Level {
    guard let level = Logger.Level(rawValue: text) else {
      throw OperationError(
        .misconfigured,
        "unknown log level '\(text)', expected debug, info, notice, warning or error"
      )
    }
    return level
  }
}

extension ServerValue {
  /// - Parameter text: URLs with spaces between them.
  static func webhookURLs(_ text: String) throws(OperationError) -> [String] {
    let urls = text.split(separator: " ").map(String.init)
    for url in urls {
      let rest = ["https://", "http://"].lazy.compactMap { prefix in
        url.hasPrefix(prefix) ? url.dropFirst(prefix.count) : nil
      }.first
      guard let rest, let first = rest.first, first != "/",
        url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else {
        throw OperationError(
          .misconfigured,
          "invalid URL '\(url)', expected one such as 'https://ci.example.com/releases'"
        )
      }
    }
    return urls
  }

  /// The one word that a file contains.
  static func secret(inFile path: String) throws(OperationError) -> String {
    guard let bytes = try unifyingErrors({ try LocalFile.read(path) }) else {
      throw OperationError(.misconfigured, "there is no file '\(path)'")
    }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 1 else {
      throw OperationError(
        .misconfigured,
        "the file '\(path)' has \(words.count) words, expected the secret alone"
      )
    }
    return String(words[0])
  }

  static func webhooks(
    _ urls: [String],
    signedWith secret: String?
  ) throws(OperationError) -> [Webhook] {
    guard let secret else {
      throw OperationError(
        .misconfigured,
        "'--webhook' requires a secret, by which receivers know who sends",
        help: "put one into a file, as 'openssl rand -hex 32' makes it, and name that with"
          + " '--webhook-secret-file'"
      )
    }
    var known: Set<String> = []
    return urls.filter { known.insert($0).inserted }.map { Webhook(url: $0, secret: secret) }
  }
}
