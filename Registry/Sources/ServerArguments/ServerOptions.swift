package import ArgumentParser

/// The options of the server, for `registry-server` and for `registry serve`, which starts it: an
/// option that is not given is read from an environment variable.
package struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The repository, with or without working files. (default: that of this folder)"
        + " [env:REGISTRY_REPOSITORY]",
      valueName: "folder"
    ),
    completion: .directory
  )
  package var repository: String?

  @Option(help: "The branch to serve. (default: the current branch) [env:REGISTRY_BRANCH]")
  package var branch: String?

  @Option(
    help: ArgumentHelp(
      "The manifest, if it is not Registry/manifest.json. [env:REGISTRY_MANIFEST]",
      valueName: "file"
    )
  )
  package var manifest: String?

  @Option(
    help: ArgumentHelp(
      "A repository to fetch and serve; --repository is the folder of the copy."
        + " [env:REGISTRY_MIRROR]",
      valueName: "url"
    )
  )
  package var mirror: String?

  @Option(help: "The address to listen on. (default: 127.0.0.1) [env:REGISTRY_HOST]")
  package var host: String?

  @Option(help: "The port to listen on, 0 for any free port. (default: 5292) [env:REGISTRY_PORT]")
  package var port: Int?

  @Option(
    help: ArgumentHelp(
      "The public URL, if the server is behind a proxy. [env:REGISTRY_PUBLIC_URL]",
      valueName: "url"
    )
  )
  package var publicURL: String?

  @Option(
    help: ArgumentHelp(
      "The certificate chain, in PEM. [env:REGISTRY_TLS_CERTIFICATE]",
      valueName: "file"
    ),
    completion: .file()
  )
  package var tlsCertificate: String?

  @Option(
    help: ArgumentHelp(
      "The private key of the certificate, in PEM. [env:REGISTRY_TLS_KEY]",
      valueName: "file"
    ),
    completion: .file()
  )
  package var tlsKey: String?

  @Flag(help: "Require a token with the permission 'read' for reading. [env:REGISTRY_READ_TOKEN]")
  package var readToken = false

  @Option(
    help: ArgumentHelp(
      "The token file. (default: registry-tokens.json in the git directory) [env:REGISTRY_TOKENS]",
      valueName: "file"
    ),
    completion: .file()
  )
  package var tokens: String?

  @Flag(help: "Take only signed releases. [env:REGISTRY_REQUIRE_SIGNED]")
  package var requireSigned = false

  @Option(
    help: ArgumentHelp(
      "The folder that 'registry docs' writes to. (default: 'docs' in the registry's cache)"
        + " [env:REGISTRY_DOCS]",
      valueName: "folder"
    ),
    completion: .directory
  )
  package var docs: String?

  @Option(
    help: ArgumentHelp(
      "How many new components a token may publish in an hour. (default: 500)"
        + " [env:REGISTRY_NEW_COMPONENTS]",
      valueName: "count"
    )
  )
  package var newComponents: Int?

  @Option(
    help: ArgumentHelp(
      "How many releases of known components a token may publish in an hour. (default: 5000)"
        + " [env:REGISTRY_NEW_VERSIONS]",
      valueName: "count"
    )
  )
  package var newVersions: Int?

  @Option(
    help: ArgumentHelp(
      "How many uploads there may be at the same time. (default: 16) [env:REGISTRY_UPLOADS]",
      valueName: "count"
    )
  )
  package var uploads: Int?

  @Option(
    help: ArgumentHelp(
      "How many of them may have the same token. (default: 4) [env:REGISTRY_TOKEN_UPLOADS]",
      valueName: "count"
    )
  )
  package var tokenUploads: Int?

  @Option(
    help: ArgumentHelp(
      "How many failed logins a client may have in a minute. (default: 10)"
        + " [env:REGISTRY_FAILED_LOGINS]",
      valueName: "count"
    )
  )
  package var failedLogins: Int?

  @Option(
    help: ArgumentHelp(
      "How many connections may be open at the same time. (default: 1024)"
        + " [env:REGISTRY_CONNECTIONS]",
      valueName: "count"
    )
  )
  package var connections: Int?

  @Option(
    help: ArgumentHelp(
      "How many slow connections an address may have. (default: 64)"
        + " [env:REGISTRY_SLOW_CONNECTIONS]",
      valueName: "count"
    )
  )
  package var slowConnections: Int?

  @Option(
    help: ArgumentHelp(
      "The proxies whose X-Forwarded-For counts: addresses or networks, with commas."
        + " [env:REGISTRY_TRUSTED_PROXIES]",
      valueName: "addresses"
    )
  )
  package var trustedProxies: String?

  @Option(
    help: ArgumentHelp(
      "How often to fetch the repository of --mirror. (default: 10)"
        + " [env:REGISTRY_FETCH_INTERVAL]",
      valueName: "seconds"
    )
  )
  package var fetchInterval: Int?

  @Option(
    help: ArgumentHelp(
      "How much disk space archives may take, in MiB. (default: 1024)"
        + " [env:REGISTRY_CACHE_SIZE]",
      valueName: "size"
    )
  )
  package var cacheSize: Int?

  @Option(
    help: ArgumentHelp(
      "A URL to tell of each release and withdrawal; may be repeated. [env:REGISTRY_WEBHOOK]",
      valueName: "url"
    )
  )
  package var webhook: [String] = []

  @Option(
    help: ArgumentHelp(
      "The secret that signs what webhooks are told, if it is not in REGISTRY_WEBHOOK_SECRET."
        + " [env:REGISTRY_WEBHOOK_SECRET_FILE]",
      valueName: "file"
    ),
    completion: .file()
  )
  package var webhookSecretFile: String?

  @Option(
    help: ArgumentHelp(
      "Where to answer /health and /metrics, and nowhere else."
        + " [env:REGISTRY_STATUS_ADDRESS]",
      valueName: "host:port"
    )
  )
  package var statusAddress: String?

  @Option(
    help: ArgumentHelp(
      "How much to log: debug, info, notice, warning or error. (default: info)"
        + " [env:REGISTRY_LOG_LEVEL]"
    )
  )
  package var logLevel: String?

  package init() {}
}
