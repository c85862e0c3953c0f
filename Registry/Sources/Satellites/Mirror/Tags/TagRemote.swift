import Base
import Git
import Model

/// The tags of a remote.
struct TagRemote {
  /// Its name or its URL, without a password.
  let name: String
  private let git: RemoteGit

  /// How long it may say nothing: hooks of a server may take minutes, and nothing asks for progress.
  private static let limit: Duration = .seconds(600)

  /// - Parameter remote: A name or a URL.
  init(_ remote: String, of repository: borrowing Repository) throws {
    let (url, access) = GitAccess.taking(from: remote)
    name = url
    git = RemoteGit(
      repository.gitDirectory,
      access,
      limit: Self.limit,
      configuration: try repository.configuration()
    )
  }

  /// The objects of the tags, by their whole names.
  func tags() throws -> [String: ObjectID] {
    try git.references(of: name, ["--tags", "--refs"]).objects
  }

  /// Pushes tags under their own names, and returns those that the remote did not take.
  func push(_ references: [String]) throws -> [PushRefusal] {
    try PushInParts(references, named: \.self) { references in
      try git.push([name] + references.map { "\($0):\($0)" }, to: name)
    }.run()
  }
}
