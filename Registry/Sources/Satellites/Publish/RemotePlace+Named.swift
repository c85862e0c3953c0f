package import Base
import Git
package import Model
package import Sharing
import Versions

extension PublishReleases.RemotePlace {
  /// The registries that a person means.
  ///
  /// - Parameters:
  ///   - registry: A URL, or a name in the manifest; `nil` for all in the manifest.
  ///   - token: `nil` to sign in as the package manager does.
  package static func named(
    _ registry: String?,
    allowsInsecure: Bool,
    token: AccessToken?,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [Self] {
    guard let tip = workspace.tip else { throw .noCommit() }
    let targets = try targets(registry, in: workspace.state(at: tip).manifest)
    guard token == nil || targets.count == 1 else {
      throw OperationError(
        .invalidToken,
        "one token was given for \(targets.count) registries",
        help: "name the registry with '--registry', or sign in at each with"
          + " 'swift package-registry login'"
      )
    }
    let folder = workspace.repository.workingDirectory
    return try targets.map { target throws(OperationError) in
      let address = try RegistryAddress(target.url, allowsInsecure: allowsInsecure)
      let authorization =
        if let token { Authorization.token(token.secret) } else {
          try ClientCredentials.authorization(for: address, in: folder)
        }
      return Self(address, authorization, target: target)
    }
  }

  private static func targets(
    _ registry: String?,
    in manifest: Manifest
  ) throws(OperationError) -> [PublishTarget] {
    let known = manifest.publishTargets
    guard let registry else {
      guard !known.isEmpty else {
        throw OperationError(
          .noRegistry,
          "there is no registry to publish to",
          help: "give it with '--registry URL', or list it under 'publish' in the manifest"
        )
      }
      return known.sorted { $0.key < $1.key }.map(\.value)
    }
    if let name = try? PublishTargetName(registry), let target = known[name] { return [target] }
    guard registry.contains("://") else {
      let names = known.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
      throw OperationError(
        .noRegistry,
        "the manifest names no registry '\(registry)'",
        help: known.isEmpty
          ? "give a URL such as 'https://registry.example.com', or list it under 'publish'"
          : "it names \(names); or give a URL such as 'https://registry.example.com'"
      )
    }
    return [PublishTarget(url: registry)]
  }
}
