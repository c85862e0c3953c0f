import Base
import Logging
import NIOSSL
import Synchronization

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
