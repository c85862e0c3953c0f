import Sharing

/// The command lines that lead a package to a registry, as its pages show them.
struct ClientCommands {
  let address: String

  /// - Parameter subject: What of the registry is used.
  func use(_ subject: String) -> String {
    // This machine's own registry needs no encryption.
    let isTrusted = (try? RegistryAddress(address)) != nil
    return "registry use \(address) \(subject)" + (isTrusted ? "" : Self.insecure)
  }

  func set(scope: String) -> String {
    "swift package-registry set --scope \(scope) \(address)"
      + (address.hasPrefix("http:") ? Self.insecure : "")
  }

  private static let insecure = " --allow-insecure-http"
}
