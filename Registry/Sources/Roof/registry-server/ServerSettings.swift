import Base
import Model
import Server
import Logging

/// The settings of the server, from options and variables.
struct ServerSettings {
  /// `nil` for the repository of the current folder.
  var repository: String?
  /// The repository to copy and follow, if any.
  var mirror: String?
  var branch: String?
  var manifest: String?
  var host = "127.0.0.1"
  var port = 5292
  var certificate: String?
  var key: String?
  /// What the service itself takes of them.
  var service = RegistryService.Options()
  /// `nil` for as many as usual, or as this process may open files for.
  var connections: Int?
  /// The time between two fetches of a mirrored repository; `nil` for the usual one.
  var fetchSeconds: Int?
  /// Where `/health` and `/metrics` are answered; `nil` for the address of the registry.
  var statusAddress: ListeningAddress?
  /// What is told of releases.
  var webhooks: [Webhook] = []
  var logLevel: Logger.Level?
  /// What the operator should know of the settings.
  var warnings: [String] = []

  var isEncrypted: Bool { certificate != nil }

  /// Refuses options that exclude each other.
  mutating func validate() throws(OperationError) {
    guard (certificate == nil) == (key == nil) else {
      throw OperationError(
        .misconfigured,
        "'--tls-certificate' and '--tls-key' must be given together",
        help: "give the certificate file and the key file"
      )
    }
    guard mirror == nil || repository != nil else {
      throw OperationError(
        .misconfigured,
        "'--mirror' requires '--repository'",
        help: "name the folder of the copy, such as '--repository /var/lib/registry.git'"
      )
    }
    guard fetchSeconds == nil || mirror != nil else {
      throw OperationError(
        .misconfigured,
        "'--fetch-interval' requires '--mirror'",
        help: "only a copy of another repository fetches"
      )
    }
    if mirror != nil, branch == nil { branch = "main" }
  }
}
