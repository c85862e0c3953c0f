import Base
import Dispatch
import Git
import Hummingbird
import HummingbirdCore
import Logging
import Model
import NIOCore
import NIOSSL
import Server
import ServiceLifecycle
import Sharing
import Site
import Synchronization
import SystemPackage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
        trigger: hangUp.trigger,
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
    let upstream = replica.map { _ in hangUp.trigger }
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
    upstream: FetchTrigger?,
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

/// An address that the server listens on, and the options that name it.
struct ListeningAddress {
  let host: String
  let port: Int
  var isOfStatus = false

  /// Runs a server there, and explains why the address cannot be used.
  func listening(_ run: () async throws -> Void) async throws {
    do {
      try await run()
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw cannotListen(reason.lowercased(), help: help(for: error.errnoCode))
    } catch is SocketAddressError.UnknownHost {
      throw cannotListen("unknown host", help: otherAddress)
    }
  }

  /// The URL for this machine, which all its addresses include.
  ///
  /// - Parameter port: The one that was free, if any could be used.
  func url(_ port: Int, isEncrypted: Bool) -> String {
    let host =
      switch host {
      case "0.0.0.0": "127.0.0.1"
      case "::": "[::1]"
      case let address where address.contains(":"): "[\(address)]"
      case let name: name
      }
    return "\(isEncrypted ? "https" : "http")://\(host):\(port)"
  }

  private func cannotListen(_ reason: String, help: String) -> OperationError {
    OperationError(
      .cannotListen,
      "cannot listen on '\(host)', port \(port): \(reason)",
      help: help
    )
  }

  private var otherAddress: String {
    "choose an address of this machine with '\(isOfStatus ? "--status-address" : "--host")', or"
      + " '0.0.0.0' for all its addresses"
  }

  private func help(for error: CInt) -> String {
    switch error {
    case EADDRNOTAVAIL, EAFNOSUPPORT: otherAddress
    case EACCES, EPERM:
      "ports below 1024 need a permission: 'AmbientCapabilities=CAP_NET_BIND_SERVICE' and"
        + " 'CapabilityBoundingSet=CAP_NET_BIND_SERVICE' in a unit of systemd; or choose another"
        + " port with '--port', behind a proxy"
    default:
      isOfStatus
        ? "choose another port with '--status-address'"
        : "choose another port with '--port', or 0 for any free port"
    }
  }
}

/// A server beside the main one, whose errors name its own address.
struct ListeningService<Server: Service>: Service {
  let server: Server
  let address: ListeningAddress

  func run() async throws {
    try await address.listening { try await server.run() }
  }
}

/// Pulls a trigger at each `SIGHUP`, which otherwise would end the process.
struct HangUp {
  let trigger: FetchTrigger
  private let source: any DispatchSourceSignal

  init() {
    let trigger = FetchTrigger()
    self.trigger = trigger
    signal(SIGHUP, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
    source.setEventHandler { trigger.pull() }
    source.resume()
  }
}

/// Ends the process some time after a signal to stop, even if requests are still in progress.
///
/// On its own queue, so that busy or waiting threads cannot delay it. Writes to the repository survive
/// it like any crash.
struct ShutdownDeadline {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter seconds: For the requests under way.
  init(seconds: Int, _ logger: Logger) {
    let queue = DispatchQueue(label: "shutdown")
    sources = [SIGTERM, SIGINT].map { signal in
      let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
      source.setEventHandler {
        queue.asyncAfter(deadline: .now() + .seconds(seconds)) {
          logger.error("requests were not completed within \(seconds) s, stopping anyway")
          _exit(1)
        }
      }
      source.resume()
      return source
    }
  }

  /// Watches until `body` returns.
  func watching<Result>(_ body: () async throws -> Result) async throws -> Result {
    defer { for source in sources { source.cancel() } }
    return try await body()
  }
}

/// The certificate and the key of the server, read again when one of the files has changed.
///
/// Renewing both takes a moment, in which they do not belong together: until they do, the last valid
/// ones are used.
final class CertificateFiles: Sendable {
  private struct State {
    var stamps: [FileStamp?]
    var context: NIOSSLContext
  }

  private let certificate: String
  private let key: String
  private let logger: Logger
  private let state: Mutex<State>

  init(certificate: String, key: String, logger: Logger) throws {
    (self.certificate, self.key, self.logger) = (certificate, key, logger)
    let stamps = Self.stamps(certificate, key)
    state = Mutex(State(stamps: stamps, context: try Self.read(certificate, key)))
  }

  /// For a new connection.
  var context: NIOSSLContext {
    state.withLock { state in
      let stamps = Self.stamps(certificate, key)
      guard stamps != state.stamps else { return state.context }
      state.stamps = stamps
      do {
        state.context = try Self.read(certificate, key)
        logger.notice("using the new certificate", metadata: ["file": "\(certificate)"])
      } catch {
        logger.error("\(error), using the last one")
      }
      return state.context
    }
  }

  /// Links are followed: tools that renew certificates replace them.
  private static func stamps(_ certificate: String, _ key: String) -> [FileStamp?] {
    [certificate, key].map { path in
      let real = try? LocalFile.realPath(path)
      return FileFacts.of(real ?? path)?.stamp
    }
  }

  private static func read(_ certificate: String, _ key: String) throws -> NIOSSLContext {
    let chain = try parse(certificate, "certificate chain", NIOSSLCertificate.fromPEMBytes)
    let secret = try parse(key, "private key without a password") { bytes in
      try NIOSSLPrivateKey(bytes: bytes, format: .pem)
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) },
      privateKey: .privateKey(secret)
    )
    configuration.minimumTLSVersion = .tlsv12
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch NIOSSLError.failedToLoadPrivateKey {
      throw OperationError(
        .unusableCertificate,
        "the key '\(key)' does not belong to the certificate '\(certificate)'",
        help: "name the key for which the certificate was issued"
      )
    } catch {
      throw OperationError(
        .unusableCertificate,
        "cannot use the certificate '\(certificate)' with the key '\(key)': \(error)"
      )
    }
  }

  /// - Parameter what: What the file is expected to have.
  private static func parse<Value>(
    _ path: String,
    _ what: String,
    _ body: ([UInt8]) throws -> Value
  ) throws(OperationError) -> Value {
    let bytes: [UInt8]?
    do throws(OperationError) {
      bytes = try LocalFile.read(path)
    } catch {
      throw OperationError(
        .unusableCertificate,
        error.message,
        help: "the user of the server must be able to read it"
      )
    }
    guard let bytes else {
      throw OperationError(.unusableCertificate, "there is no file '\(path)'")
    }
    do {
      return try body(bytes)
    } catch {
      throw OperationError(.unusableCertificate, "'\(path)' has no \(what) in PEM")
    }
  }
}
