package import Base
import Model
package import Sharing

/// What SwiftPM keeps to sign in at registries: the kind in `registries.json`, the secret in a netrc
/// file.
package struct ClientCredentials {
  /// - Parameters:
  ///   - folder: The package or the repository whose configuration comes before the account's; `nil`
  ///     for none.
  ///   - home: Of the account.
  /// - Returns: `nil` if there is none for the registry.
  package static func authorization(
    for address: RegistryAddress,
    in folder: String?,
    home: String? = CurrentProcess.variable("HOME") ?? CurrentProcess.accountHome
  ) throws(OperationError) -> Authorization? {
    try unifyingErrors {
      let place = ".swiftpm/configuration/registries.json"
      for folder in [folder, home].compactMap(\.self) {
        guard let kind = try kind(for: address, in: "\(folder)/\(place)"), let home else {
          continue
        }
        let file = "\(home)/.netrc"
        let host = String(address.authority.prefix { $0 != ":" })
        let netrc = try LocalFile.read(file).map { Netrc(String(decoding: $0, as: UTF8.self)) }
        guard let entry = netrc?.entry(of: address.authority) ?? netrc?.entry(of: host) else {
          throw OperationError(
            .invalidToken,
            "'\(file)' has no password for '\(host)', which '\(folder)/\(place)' requires",
            help: "sign in with 'swift package-registry login \(address)', or set REGISTRY_TOKEN"
          )
        }
        return kind == .token
          ? .token(entry.password) : .password(user: entry.login, password: entry.password)
      }
      return nil
    }
  }

  private enum Kind: String {
    case basic
    case token
  }

  private static func kind(for address: RegistryAddress, in file: String) throws -> Kind? {
    guard let bytes = try LocalFile.read(file) else { return nil }
    guard case .object(let root) = try JSONValue(reading: bytes, file: file),
      case .object(let hosts)? = root["authentication"],
      case .object(let facts)? = hosts[address.authority],
      case .string(let kind)? = facts["type"]
    else { return nil }
    return Kind(rawValue: kind)
  }
}
