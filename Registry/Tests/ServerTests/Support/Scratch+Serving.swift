import HTTPTypes
import Model
import Server
import Sharing
import ScratchMonorepos
import ScratchRepositories

extension Scratch {
  /// A service over a monorepo with `Menu` 1.0.0 and `Kitchen`, which has no release.
  func served(
    options: RegistryService.Options = .init(),
    log: LogRecorder? = nil
  ) throws -> Served {
    try makeMonorepo()
    try bump("Menu", "1.0.0")
    return try Served(directory: path, options: options, log: log)
  }

  /// Creates a token and returns its secret.
  func token(
    _ permissions: Set<Token.Permission> = [.publish],
    named name: String = "ci",
    components: String = "*",
    repositories: String? = nil
  ) throws -> String {
    var request = ManageTokens.Request(name: name, permissions: permissions)
    request.components = components
    request.repositories = repositories
    return try ManageTokens(workspace().tokenFile).create(request).secret
  }
}
