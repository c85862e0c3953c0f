import Base
import HummingbirdCore
import NIOCore
import ServiceLifecycle

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
