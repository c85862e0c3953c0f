import ArgumentParser
import Model
import Server
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
