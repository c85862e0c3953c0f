import Sharing

/// The commands that configure a package for a registry, for its pages.
struct ClientCommands {
  let address: String

  /// - Parameter subject: The scope or the package to use.
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
