import Base
import Git
import Model
import Server
import Sharing
import Site
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import SystemPackage

/// Assembles the server, and runs it until a signal ends it.
struct Composition {
  /// The interval at which the branch is checked for new commits.
  private static let followInterval = Duration.milliseconds(250)

  private static let usualFetchSeconds = 10

  /// The time for open requests after a signal to stop.
  private static let shutdownSeconds = 10

  let settings: ServerSettings
  private let logger: Logger

  init(_ settings: ServerSettings) {
    self.settings = settings
    var logger = Logger(label: "registry-server") {
      OneLineLogHandler(StreamLogHandler.standardError(label: $0))
    }
    if let level = settings.logLevel { logger.logLevel = level }
    self.logger = logger
  }

  func run() async throws {
    let (settings, logger) = (settings, logger)
    for warning in settings.warnings { logger.warning("\(warning)") }
    let limits = try limits()
    let (hangUp, health) = (HangUp(), ServerHealth())
    let replica = settings.mirror.map { upstream in
      Replica(
        directory: settings.repository ?? ".",
        upstream: upstream,
        interval: .seconds(settings.fetchSeconds ?? Self.usualFetchSeconds),
        bell: hangUp.bell,
        health: health,
        logger: logger
      )
    }
    try replica?.prepare()
    // Before other threads create files: all users of a shared repository may read published files.
    let workspace = try opened()
    try workspace.refuseServingNothing()
    // One that is read-only needs none of that.
    try? workspace.repository.adoptSharing()
    let connections = OpenConnections(places: limits.connections)
    let upstream = replica.map { _ in hangUp.bell }
    let service = try service(health, upstream: upstream) { connections.count }
    let follower = SnapshotFollower(service, interval: Self.followInterval, logger: logger)
    var services: [any Service] = [
      follower, PageMaker(service, interval: Self.followInterval, logger: logger),
      ArchiveTrimmer(service),
    ]
    if let replica { services.append(replica) }
    if !settings.webhooks.isEmpty {
      let url = settings.service.publicURL
      let sender = try WebhookSender(settings.webhooks, service, publicURL: url, logger: logger)
      services.append(sender)
    }
    if let address = settings.statusAddress { services.append(status(of: service, at: address)) }
    let address = ListeningAddress(host: settings.host, port: settings.port)
    let application = Application(
      responder: service.responder(),
      server: try server(limits, connections, service.refusals),
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port),
        serverName: "registry",
        availableConnectionsDelegate: limits.availability
      ),
      services: services,
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? settings.port
        let url = settings.service.publicURL ?? address.url(port, isEncrypted: settings.isEncrypted)
        try? LocalFile.write(Array("\(url)\n".utf8), to: .standardOutput, "standard output")
        sayStart(service, at: url)
      },
      logger: logger
    )
    try await address.listening {
      try await ShutdownDeadline(seconds: Self.shutdownSeconds, logger).watching {
        try await application.runService()
      }
    }
    logger.notice("stopped")
  }

  private func opened() throws -> Workspace {
    let folder = settings.repository ?? "."
    guard LocalFile.kind(at: folder) != nil else {
      throw OperationError(
        .notARepository,
        "there is no folder '\(folder)'",
        help: "put a repository there, or name one to copy with '--mirror' (REGISTRY_MIRROR)"
      )
    }
    return try location.open()
  }

  private func sayStart(_ service: RegistryService, at url: String) {
    let snapshot = service.registry.snapshot
    logger.notice(
      "serving '\(settings.repository ?? ".")' at \(url)",
      metadata: [
        "branch": "\(service.registry.branch ?? "none")", "commit": "\(snapshot.commit)",
        "components": "\(snapshot.logs.count)",
      ]
    )
    if let docs = settings.service.documentation, LocalFile.kind(at: docs) == nil {
      logger.warning("there is no folder '\(docs)' yet, 'registry docs --output' creates it")
    }
  }

  /// Within what this process may open: a connection has a file, and so has what it sends or receives.
  private func limits() throws(OperationError) -> ConnectionLimits {
    let files = CurrentProcess.raiseOpenFiles()
    let most = (files - Self.ownFiles) / 2
    var limits = ConnectionLimits()
    limits.connections = settings.connections ?? min(limits.connections, most)
    let least = settings.connections ?? Self.leastConnections
    guard most >= least else {
      throw OperationError(
        .misconfigured,
        "this process may open \(files) files, expected at least"
          + " \(least * 2 + Self.ownFiles) for \(least) connections",
        help: "raise the limit: 'ulimit -n' in a shell, 'LimitNOFILE=' in a unit of systemd"
      )
    }
    return limits
  }

  /// The files that the server itself has open: packs of git, event loops, threads.
  private static let ownFiles = 128
  private static let leastConnections = 16

  private var location: RepositoryAccess.Location {
    RepositoryAccess.Location(
      directory: settings.repository ?? ".",
      manifest: settings.manifest,
      branch: settings.branch
    )
  }

  /// - Parameters:
  ///   - upstream: Makes the copy fetch, if it is one.
  ///   - connections: How many are open.
  private func service(
    _ health: ServerHealth,
    upstream: Bell?,
    connections: @escaping @Sendable () -> Int
  ) throws -> RegistryService {
    var options = settings.service
    options.isEncrypted = settings.isEncrypted
    options.upstream = upstream
    options.hasStatusAddress = settings.statusAddress != nil
    options.connections = connections
    options.health = health
    return try RegistryService(location, options: options, logger: logger)
  }

  private func server(
    _ limits: ConnectionLimits,
    _ connections: OpenConnections,
    _ refusals: RefusalLog
  ) throws -> HTTPServerBuilder {
    guard let certificate = settings.certificate, let key = settings.key else {
      return limits.server(counting: connections, refusals: refusals)
    }
    let files = try CertificateFiles(certificate: certificate, key: key, logger: logger)
    return limits.server(counting: connections, refusals: refusals) { channel in
      let handler = NIOSSLServerHandler(context: files.context)
      try channel.pipeline.syncOperations.addHandler(handler)
    }
  }

  /// Answers those who watch the server.
  private func status(
    of service: RegistryService,
    at address: ListeningAddress
  ) -> some Service {
    let server = Application(
      responder: service.statusResponder(),
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port),
        serverName: "registry"
      ),
      logger: logger
    )
    return ListeningService(server: server, address: address)
  }
}
