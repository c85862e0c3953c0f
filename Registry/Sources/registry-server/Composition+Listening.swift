import Errors
import Files
import HummingbirdCore
import NIOCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Composition {
  /// Runs the server, and explains why an address cannot be used.
  func listening(_ run: () async throws -> Void) async throws {
    do {
      try await run()
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw cannotListen(reason.lowercased(), help: help(for: error.errnoCode))
    } catch is SocketAddressError.UnknownHost {
      throw cannotListen("unknown host", help: Self.otherAddress)
    }
  }

  private func cannotListen(_ reason: String, help: String) -> OperationError {
    OperationError(
      .cannotListen,
      "cannot listen on '\(settings.host)', port \(settings.port): \(reason)",
      help: help
    )
  }

  private static let otherAddress =
    "choose an address of this machine with '--host', or '0.0.0.0' for all its addresses"

  private func help(for error: CInt) -> String {
    switch error {
    case EADDRNOTAVAIL, EAFNOSUPPORT: Self.otherAddress
    case EACCES, EPERM:
      "ports below 1024 need a permission: 'AmbientCapabilities=CAP_NET_BIND_SERVICE' and"
        + " 'CapabilityBoundingSet=CAP_NET_BIND_SERVICE' in a unit of systemd; or choose another"
        + " port with '--port', behind a proxy"
    default: "choose another port with '--port', or 0 for any free port"
    }
  }
}
