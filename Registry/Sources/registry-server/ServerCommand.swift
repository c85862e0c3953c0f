import ArgumentParser
import ProgramIdentity
import RegistryServer
import ServerArguments

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
    func text(_ option: String?, _ key: String) throws -> String? {
      try variables.value(option, else: key, ServerSettings.text(reading:))
    }
    var settings = ServerSettings()
    settings.repository = try text(options.repository, "repository")
    settings.branch = try text(options.branch, "branch")
    settings.mirror = try text(options.mirror, "mirror")
    settings.manifest = try text(options.manifest, "manifest")
    settings.host = try text(options.host, "host") ?? settings.host
    let port = try variables.value(
      options.port.map { "\($0)" },
      else: "port",
      ServerSettings.port(reading:)
    )
    settings.port = port ?? settings.port
    settings.publicURL = try variables.value(
      options.publicURL,
      else: "public.url",
      ServerSettings.publicURL(reading:)
    )
    settings.certificate = try text(options.tlsCertificate, "tls.certificate")
    settings.key = try text(options.tlsKey, "tls.key")
    let guardsReading = try variables.value(
      options.readToken ? "true" : nil,
      else: "read.token",
      ServerSettings.flag(reading:)
    )
    settings.guardsReading = guardsReading ?? settings.guardsReading
    settings.tokens = try text(options.tokens, "tokens")
    settings.documentation = try text(options.docs, "docs")
    let requiresSignatures = try variables.value(
      options.requireSigned ? "true" : nil,
      else: "require.signed",
      ServerSettings.flag(reading:)
    )
    settings.requiresSignatures = requiresSignatures ?? settings.requiresSignatures
    func count(_ option: Int?, _ key: String) throws -> Int? {
      try variables.value(option.map { "\($0)" }, else: key, ServerSettings.count(reading:))
    }
    let rates = settings.publishRates
    settings.publishRates.newComponents =
      try count(options.newComponents, "new.components") ?? rates.newComponents
    settings.publishRates.newVersions =
      try count(options.newVersions, "new.versions") ?? rates.newVersions
    settings.uploads.all = try count(options.uploads, "uploads") ?? settings.uploads.all
    settings.uploads.ofToken =
      try count(options.tokenUploads, "token.uploads") ?? settings.uploads.ofToken
    settings.failedLogins =
      try count(options.failedLogins, "failed.logins") ?? settings.failedLogins
    settings.connections = try count(options.connections, "connections")
    settings.slowConnections =
      try count(options.slowConnections, "slow.connections") ?? settings.slowConnections
    settings.proxies =
      try variables.value(
        options.trustedProxies,
        else: "trusted.proxies",
        ServerSettings.proxies(reading:)
      ) ?? settings.proxies
    settings.fetchSeconds = try count(options.fetchInterval, "fetch.interval")
    settings.cacheMegabytes = try count(options.cacheSize, "cache.size") ?? settings.cacheMegabytes
    settings.webhooks = try webhooks(variables)
    settings.statusAddress = try variables.value(
      options.statusAddress,
      else: "status.address",
      ServerSettings.statusAddress(reading:)
    )
    settings.logLevel = try variables.value(
      options.logLevel,
      else: "log.level",
      ServerSettings.logLevel(reading:)
    )
    settings.warnings = variables.warnings()
    try settings.validate()
    return settings
  }

  private func webhooks(_ variables: ServerVariables) throws -> [Webhook] {
    let urls = try variables.value(
      options.webhook.isEmpty ? nil : options.webhook.joined(separator: " "),
      else: "webhook",
      ServerSettings.webhookURLs(reading:)
    )
    guard let urls else { return [] }
    let secret =
      try variables.value(
        options.webhookSecretFile,
        else: "webhook.secret.file",
        ServerSettings.secret(inFile:)
      ) ?? variables.value(nil, else: "webhook.secret", ServerSettings.text(reading:))
    return try ServerSettings.webhooks(urls, signedWith: secret)
  }
}
