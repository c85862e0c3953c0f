import ArgumentParser

/// What the server is told: by an option, else by a variable of the environment, else by nobody.
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registry-server",
    abstract: "Serve the releases of a repository as a Swift package registry.",
    discussion: """
      With no option it serves the repository that it is started in, to this machine alone. Each \
      option can be given as a variable too, as REGISTRY_PORT for --port. Documentation/operators.md \
      says how to run it for others.

        registry serve
        registry serve --repository /srv/cookr.git --public-url https://swift.example.com
      """
  )

  @Option(
    help: ArgumentHelp(
      "The repository, working or bare. (default: this folder's)",
      valueName: "folder"
    ),
    completion: .directory
  )
  var repository: String?

  @Option(help: "The branch to serve. (default: the one that is checked out)")
  var branch: String?

  @Option(
    help: ArgumentHelp(
      "The manifest, where it is not Registry/manifest.json.",
      valueName: "file"
    )
  )
  var manifest: String?

  @Option(
    help: ArgumentHelp(
      "A repository to follow by fetching it; --repository is where the copy is kept.",
      valueName: "url"
    )
  )
  var mirror: String?

  @Option(help: "The address to listen at. (default: 127.0.0.1)")
  var host: String?

  @Option(help: "The port to listen at, 0 for any that is free. (default: 5292)")
  var port: Int?

  @Option(
    help: ArgumentHelp("Where people reach it, if a proxy stands in front.", valueName: "url")
  )
  var publicURL: String?

  @Option(
    help: ArgumentHelp("The certificates to serve with, in PEM.", valueName: "file"),
    completion: .file()
  )
  var tlsCertificate: String?

  @Option(
    help: ArgumentHelp("The private key of the first certificate, in PEM.", valueName: "file"),
    completion: .file()
  )
  var tlsKey: String?

  @Flag(help: "Let only those read who have a token with the permission 'read'.")
  var readToken = false

  @Option(
    help: ArgumentHelp(
      "The file of the tokens. (default: registry-tokens.json in the git directory)",
      valueName: "file"
    ),
    completion: .file()
  )
  var tokens: String?

  @Option(help: "How much to log: debug, info, notice, warning or error. (default: info)")
  var logLevel: String?

  func run() async throws {
    try await Composition(settings()).run()
  }

  private func settings() throws -> ServerSettings {
    let variables = ServerVariables()
    func text(_ option: String?, _ key: String) throws -> String? {
      try variables.value(option, else: key, ServerSettings.text(reading:))
    }
    var settings = ServerSettings()
    settings.repository = try text(repository, "repository")
    settings.branch = try text(branch, "branch")
    settings.mirror = try text(mirror, "mirror")
    settings.manifest = try text(manifest, "manifest")
    settings.host = try text(host, "host") ?? settings.host
    let port = try variables.value(
      port.map { "\($0)" },
      else: "port",
      ServerSettings.port(reading:)
    )
    settings.port = port ?? settings.port
    settings.publicURL = try variables.value(
      publicURL,
      else: "public.url",
      ServerSettings.publicURL(reading:)
    )
    settings.certificate = try text(tlsCertificate, "tls.certificate")
    settings.key = try text(tlsKey, "tls.key")
    let guardsReading = try variables.value(
      readToken ? "true" : nil,
      else: "read.token",
      ServerSettings.flag(reading:)
    )
    settings.guardsReading = guardsReading ?? settings.guardsReading
    settings.tokens = try text(tokens, "tokens")
    settings.logLevel = try variables.value(
      logLevel,
      else: "log.level",
      ServerSettings.logLevel(reading:)
    )
    try settings.validate()
    return settings
  }
}
