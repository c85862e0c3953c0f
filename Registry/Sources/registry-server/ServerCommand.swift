import ArgumentParser
import ProgramIdentity
import RegistryServer
import ServerArguments
import Sharing

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
    func count(_ setting: inout Int, _ option: Int?, _ key: String) throws {
      setting = try variables.count(option, else: key) ?? setting
    }
    func flag(_ setting: inout Bool, _ option: Bool, _ key: String) throws {
      let text = option ? "true" : nil
      setting = try variables.value(text, else: key, ServerSettings.flag(reading:)) ?? setting
    }
    var settings = ServerSettings()
    settings.repository = try text(options.repository, "repository")
    settings.branch = try text(options.branch, "branch")
    settings.mirror = try text(options.mirror, "mirror")
    settings.manifest = try text(options.manifest, "manifest")
    settings.host = try text(options.host, "host") ?? settings.host
    let port = try variables.value(
      options.port?.description,
      else: "port",
      ServerSettings.port(reading:)
    )
    settings.port = port ?? settings.port
    settings.certificate = try text(options.tlsCertificate, "tls.certificate")
    settings.key = try text(options.tlsKey, "tls.key")
    settings.connections = try variables.count(options.connections, else: "connections")
    try count(&settings.slowConnections, options.slowConnections, "slow.connections")
    settings.fetchSeconds = try variables.count(options.fetchInterval, else: "fetch.interval")
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
    var service = settings.service
    service.publicURL = try variables.value(
      options.publicURL,
      else: "public.url",
      ServerSettings.publicURL(reading:)
    )
    try flag(&service.guardsReading, options.readToken, "read.token")
    service.tokens = try text(options.tokens, "tokens").map(TokenFile.init)
    service.documentation = try text(options.docs, "docs")
    try flag(&service.requiresSignatures, options.requireSigned, "require.signed")
    try count(&service.publishRates.newComponents, options.newComponents, "new.components")
    try count(&service.publishRates.newVersions, options.newVersions, "new.versions")
    try count(&service.uploads.all, options.uploads, "uploads")
    try count(&service.uploads.ofToken, options.tokenUploads, "token.uploads")
    try count(&service.failedLogins, options.failedLogins, "failed.logins")
    let proxies = try variables.value(
      options.trustedProxies,
      else: "trusted.proxies",
      ServerSettings.proxies(reading:)
    )
    service.proxies = proxies ?? service.proxies
    if let size = try variables.count(options.cacheSize, else: "cache.size") {
      service.cacheBound = size << 20
    }
    settings.service = service
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
