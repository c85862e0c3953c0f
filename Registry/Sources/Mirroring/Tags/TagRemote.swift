import Git
import GitValues
import Processes
import Workspace

/// The tags of a remote.
struct TagRemote {
  /// Its name or its URL, without a password.
  let name: String
  private let git: RemoteGit

  /// How long it may say nothing: hooks of a server may take minutes, and nothing asks for progress.
  private static let limit: Duration = .seconds(600)

  /// - Parameter remote: A name or a URL.
  init(_ remote: String, of repository: borrowing Repository) throws {
    let (url, user, password) = GitAccess.taking(from: remote)
    name = url
    git = RemoteGit(
      repository.gitDirectory,
      GitAccess(user: user, password: password, for: url),
      limit: Self.limit,
      configuration: try repository.configuration()
    )
  }

  /// The objects of the tags, by their whole names.
  func tags() throws -> [String: ObjectID] {
    let answer = try git.run(["ls-remote", "--tags", "--refs", name], reaching: name)
    guard answer.status == 0 else { throw GitFailure.unreachable(name, answer.errors) }
    var tags: [String: ObjectID] = [:]
    for line in answer.output.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2, let id = try? ObjectID(hex: parts[0]) else { continue }
      tags[String(parts[1])] = id
    }
    return tags
  }

  /// Pushes tags under their own names, and returns those that the remote did not take.
  func push(_ references: [String]) throws -> [PushRefusal] {
    try PushInParts(references, named: \.self) { references in
      try git.push([name] + references.map { "\($0):\($0)" }, to: name)
    }.run()
  }
}
