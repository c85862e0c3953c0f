import Errors
import Files
import Git
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import RegistryServer
import Sharing
import SystemPackage
import Workspace

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Assembles the server, and runs it until a signal ends it.
struct Composition {
  /// The interval at which the branch is checked for new commits.
  private static let followInterval = Duration.milliseconds(250)

  /// The interval at which a mirrored repository is fetched.
  private static let fetchInterval = Duration.seconds(10)

  /// The time for open requests after a signal to stop.
  private static let shutdownSeconds = 10

  private let settings: ServerSettings
  private let logger: Logger

  init(_ settings: ServerSettings) {
    self.settings = settings
    var logger = Logger(label: "registry-server") { StreamLogHandler.standardError(label: $0) }
    if let level = settings.logLevel { logger.logLevel = level }
    self.logger = logger
  }

  func run() async throws {
    let (settings, logger) = (settings, logger)
    let replica = settings.mirror.map { upstream in
      Replica(
        directory: settings.repository ?? ".",
        upstream: upstream,
        interval: Self.fetchInterval,
        logger: logger
      )
    }
    try replica?.prepare()
    // Before other threads create files: all users of a shared repository may read published files.
    let workspace = try location.open()
    try workspace.refuseServingNothing()
    try workspace.repository.adoptSharing()
    let service = try service()
    let follower = SnapshotFollower(
      service.registry,
      interval: Self.followInterval,
      logger: logger
    )
    let application = Application(
      responder: service.responder(),
      server: try server(),
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port),
        serverName: "registry",
        availableConnectionsDelegate: Self.limits.availability
      ),
      services: [follower] + (replica.map { [$0] } ?? []),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? settings.port
        let scheme = settings.isEncrypted ? "https" : "http"
        let url = settings.publicURL ?? "\(scheme)://\(settings.host):\(port)"
        try? LocalFile.write(Array("\(url)\n".utf8), to: .standardOutput, "standard output")
      },
      logger: logger
    )
    do {
      try await ShutdownDeadline(seconds: Self.shutdownSeconds, logger).watching {
        try await application.runService()
      }
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw cannotListen(
        reason.lowercased(),
        isForHost: [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.errnoCode)
      )
    } catch is SocketAddressError.UnknownHost {
      throw cannotListen("unknown host", isForHost: true)
    }
  }

  private func cannotListen(_ reason: String, isForHost: Bool) -> OperationError {
    OperationError(
      .cannotListen,
      "cannot listen on '\(settings.host)', port \(settings.port): \(reason)",
      help: isForHost
        ? "choose an address of this machine with '--host', or '0.0.0.0' for all its addresses"
        : "choose another port with '--port', or 0 for any free port"
    )
  }

  private static let limits = ConnectionLimits()

  private var location: RepositoryAccess.Location {
    RepositoryAccess.Location(
      directory: settings.repository ?? ".",
      manifest: settings.manifest,
      branch: settings.branch
    )
  }

  private func service() throws -> RegistryService {
    var options = RegistryService.Options()
    options.publicURL = settings.publicURL
    options.isEncrypted = settings.isEncrypted
    options.guardsReading = settings.guardsReading
    options.requiresSignatures = settings.requiresSignatures
    options.publishRates = settings.publishRates
    options.isReadOnly = settings.mirror != nil
    options.tokens = settings.tokens.map(TokenFile.init)
    return try RegistryService(
      location,
      options: options,
      logger: logger
    )
  }

  private func server() throws -> HTTPServerBuilder {
    let plain = Self.limits.server
    guard let certificate = settings.certificate, let key = settings.key else { return plain }
    do {
      let chain = try NIOSSLCertificate.fromPEMFile(certificate)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem))
      )
      configuration.minimumTLSVersion = .tlsv12
      return try .tls(plain, tlsConfiguration: configuration)
    } catch {
      throw OperationError(
        .unusableCertificate,
        "cannot use the certificate '\(certificate)' with the key '\(key)': \(error)"
      )
    }
  }
}
