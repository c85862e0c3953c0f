package import ArgumentParser

/// The options of the server, for `registry-server` and for `registry serve`, which starts it: an
/// option that is not given is read from an environment variable.
package struct ServerOptions: ParsableArguments {
  @Option(
    value: .folder,
    help: "The repository, with or without working files. (default: that of this folder)"
      + " [env:REGISTRY_REPOSITORY]"
  )
  package var repository: String?

  @Option(help: "The branch to serve. (default: the current branch) [env:REGISTRY_BRANCH]")
  package var branch: String?

  @Option(
    value: "file",
    help: "The manifest, if it is not Registry/manifest.json. [env:REGISTRY_MANIFEST]"
  )
  package var manifest: String?

  @Option(
    value: "url",
    help: "A repository to fetch and serve; --repository is the folder of the copy."
      + " [env:REGISTRY_MIRROR]"
  )
  package var mirror: String?

  @Option(help: "The address to listen on. (default: 127.0.0.1) [env:REGISTRY_HOST]")
  package var host: String?

  @Option(help: "The port to listen on, 0 for any free port. (default: 5292) [env:REGISTRY_PORT]")
  package var port: Int?

  @Option(
    value: "url",
    help: "The public URL, if the server is behind a proxy. [env:REGISTRY_PUBLIC_URL]"
  )
  package var publicURL: String?

  @Option(value: .file, help: "The certificate chain, in PEM. [env:REGISTRY_TLS_CERTIFICATE]")
  package var tlsCertificate: String?

  @Option(value: .file, help: "The private key of the certificate, in PEM. [env:REGISTRY_TLS_KEY]")
  package var tlsKey: String?

  @Flag(help: "Require a token with the permission 'read' for reading. [env:REGISTRY_READ_TOKEN]")
  package var readToken = false

  @Option(
    value: .file,
    help: "The token file. (default: registry-tokens.json in the git directory)"
      + " [env:REGISTRY_TOKENS]"
  )
  package var tokens: String?

  @Flag(help: "Take only signed releases. [env:REGISTRY_REQUIRE_SIGNED]")
  package var requireSigned = false

  @Option(
    value: .folder,
    help: "The folder that 'registry docs' writes to. (default: 'docs' in the registry's cache)"
      + " [env:REGISTRY_DOCS]"
  )
  package var docs: String?

  @Option(
    value: "count",
    help: "How many new components a token may publish in an hour. (default: 500)"
      + " [env:REGISTRY_NEW_COMPONENTS]"
  )
  package var newComponents: Int?

  @Option(
    value: "count",
    help: "How many releases of known components a token may publish in an hour. (default: 5000)"
      + " [env:REGISTRY_NEW_VERSIONS]"
  )
  package var newVersions: Int?

  @Option(
    value: "count",
    help: "How many uploads there may be at the same time. (default: 16) [env:REGISTRY_UPLOADS]"
  )
  package var uploads: Int?

  @Option(
    value: "count",
    help: "How many of them may have the same token. (default: 4) [env:REGISTRY_TOKEN_UPLOADS]"
  )
  package var tokenUploads: Int?

  @Option(
    value: "count",
    help: "How many failed logins a client may have in a minute. (default: 10)"
      + " [env:REGISTRY_FAILED_LOGINS]"
  )
  package var failedLogins: Int?

  @Option(
    value: "count",
    help: "How many connections may be open at the same time. (default: 1024)"
      + " [env:REGISTRY_CONNECTIONS]"
  )
  package var connections: Int?

  @Option(
    value: "addresses",
    help: "The proxies whose X-Forwarded-For counts: addresses or networks, with commas."
      + " [env:REGISTRY_TRUSTED_PROXIES]"
  )
  package var trustedProxies: String?

  @Option(
    value: "seconds",
    help: "How often to fetch the repository of --mirror. (default: 10)"
      + " [env:REGISTRY_FETCH_INTERVAL]"
  )
  package var fetchInterval: Int?

  @Option(
    value: "size",
    help: "How much disk space archives may take, in MiB. (default: 1024) [env:REGISTRY_CACHE_SIZE]"
  )
  package var cacheSize: Int?

  @Option(
    value: "url",
    help: "A URL to tell of each release and withdrawal; may be repeated. [env:REGISTRY_WEBHOOK]"
  )
  package var webhook: [String] = []

  @Option(
    value: .file,
    help: "The secret that signs what webhooks are told, if it is not in REGISTRY_WEBHOOK_SECRET."
      + " [env:REGISTRY_WEBHOOK_SECRET_FILE]"
  )
  package var webhookSecretFile: String?

  @Option(
    value: "host:port",
    help: "Where to answer /health and /metrics, and nowhere else. [env:REGISTRY_STATUS_ADDRESS]"
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

/// The value of an option: its name in the help, and its completion in a shell.
package struct OptionValue: ExpressibleByStringLiteral {
  private let name: String
  fileprivate let completion: CompletionKind?

  package init(_ name: String, _ completion: CompletionKind?) {
    (self.name, self.completion) = (name, completion)
  }

  package init(stringLiteral name: String) {
    self.init(name, nil)
  }

  package static var file: OptionValue { OptionValue("file", .file()) }
  package static var folder: OptionValue { OptionValue("folder", .directory) }

  fileprivate func help(_ text: String) -> ArgumentHelp {
    ArgumentHelp(text, valueName: name)
  }
}

extension Option {
  package init<T: ExpressibleByArgument>(
    name: NameSpecification = .long,
    value: OptionValue,
    help: String
  ) where Value == T? {
    self.init(name: name, help: value.help(help), completion: value.completion)
  }

  package init(
    wrappedValue: Value,
    name: NameSpecification = .long,
    value: OptionValue,
    help: String
  ) where Value: ExpressibleByArgument {
    self.init(
      wrappedValue: wrappedValue,
      name: name,
      help: value.help(help),
      completion: value.completion
    )
  }

  package init<T: ExpressibleByArgument>(
    wrappedValue: [T],
    name: NameSpecification = .long,
    value: OptionValue,
    help: String
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue,
      name: name,
      help: value.help(help),
      completion: value.completion
    )
  }

  package init(value: OptionValue, help: String) where Value: ExpressibleByArgument {
    self.init(help: value.help(help), completion: value.completion)
  }
}
