package import Base
import Git
package import Model
import Releases
import Versions

/// Pushes the tags of recorded releases that a remote lacks; existing tags are not changed.
package struct PushTags: Sendable {
  private let names: [String]
  private let remote: String?
  private let isDryRun: Bool
  private let progress: @Sendable (OperationProgress) -> Void

  /// - Parameters:
  ///   - names: Components in a person's spelling; none means all that were ever released.
  ///   - remote: Its name or URL; `nil` for that of the branch that is checked out, else the only one
  ///     or `origin`.
  package init(
    of names: [String] = [],
    to remote: String? = nil,
    isDryRun: Bool = false,
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) {
    (self.names, self.remote, self.isDryRun) = (names, remote, isDryRun)
    self.progress = progress
  }

  /// The tags that the remote has, got and refused.
  package struct Result: Sendable {
    /// The name or the URL of the remote.
    package let remote: String
    /// The tags that the remote had.
    package let present: Set<String>
    /// The tags that the remote got, or would get in a dry run.
    package let pushed: [String]
    /// The tags that the remote refused.
    package let refused: [Refusal]

    /// The error that the run ends with if the remote refused a tag; `nil` if it did not.
    package var refusal: OperationError? {
      guard !refused.isEmpty else { return nil }
      let names = refused.map { "'\($0.tag)'" }.joined(separator: ", ")
      return OperationError(
        .tagsRefused,
        "'\(remote)' did not take \(refused.count == 1 ? "a tag" : "\(refused.count) tags"): \(names)",
        help: "see the \(refused.count == 1 ? "reason" : "reasons") above; the next"
          + " 'registry tags --push' pushes what is missing"
      )
    }
  }

  /// A tag with the reason why the remote refused it.
  package struct Refusal: Sendable {
    package let tag: String
    package let reason: String
  }

  /// So many are pushed at once, as a command line holds them.
  private static let most = 500

  /// - Parameter planned: Tags that a run without `isDryRun` would have made before.
  package func run(
    in workspace: borrowing Workspace,
    beside planned: [String] = []
  ) throws(OperationError) -> Result {
    try unifyingErrors {
      let remote = try TagRemote(
        remote ?? workspace.repository.remoteOfHead(),
        of: workspace.repository
      )
      progress("asking \(remote.name) for its tags")
      let there = try remote.tags()
      var missing: [String] = []
      var refused: [Refusal] = []
      for tag in try tags(in: workspace) {
        let reference = "refs/tags/\(tag)"
        let own = try workspace.repository.resolve(reference)
        guard let own else {
          if planned.contains(tag), there[reference] == nil { missing.append(tag) }
          continue
        }
        guard let other = there[reference] else {
          missing.append(tag)
          continue
        }
        if other != own, try !workspace.repository.haveSameTarget(other, own) {
          refused.append(
            Refusal(
              tag: tag,
              reason: "it has this tag as '\(other.hex.prefix(12))', expected"
                + " '\(own.hex.prefix(12))'"
            )
          )
        }
      }
      if !isDryRun { refused += try push(missing, to: remote) }
      let names = Set(refused.map(\.tag))
      return Result(
        remote: remote.name,
        present: Set(there.keys.map { String($0.dropFirst("refs/tags/".count)) }),
        pushed: missing.filter { !names.contains($0) },
        refused: refused
      )
    }
  }

  /// The tags that releases of the newest commit have here, or are to have, but for those that were
  /// adopted with them.
  private func tags(in workspace: borrowing Workspace) throws -> [String] {
    guard let tip = try workspace.currentHead().tip else { return [] }
    let state = try workspace.state(at: tip)
    return try workspace.loggedComponents(named: names, in: state).flatMap { name in
      try workspace.log(of: name, in: state).releases.filter { $0.tag == nil }
        .map { $0.ownTag(of: name) }
    }
  }

  private func push(_ tags: [String], to remote: TagRemote) throws -> [Refusal] {
    var refused: [Refusal] = []
    for start in stride(from: 0, to: tags.count, by: Self.most) {
      let batch = tags[start..<min(start + Self.most, tags.count)].map { "refs/tags/\($0)" }
      progress("pushing \(batch.count) tags")
      refused += try remote.push(batch).map { refusal in
        Refusal(
          tag: String(refusal.reference.dropFirst("refs/tags/".count)),
          reason: refusal.reason
        )
      }
    }
    return refused
  }
}

extension Repository {
  /// Whether two tags lead to one commit, as those that two people signed do.
  fileprivate func haveSameTarget(_ tag: ObjectID, _ other: ObjectID) throws -> Bool {
    guard contains(tag) else { return false }
    return try commit(named: tag.hex) == commit(named: other.hex)
  }

  fileprivate func remoteOfHead() throws -> String {
    if case .branch(let name, _) = try head() {
      let branch = name.dropFirst("refs/heads/".count)
      if let remote = try configuration()["branch.\(branch).remote"], remote != "." {
        return remote
      }
    }
    let remotes = try remoteURLs().keys.sorted()
    if remotes.count == 1 { return remotes[0] }
    if remotes.contains("origin") { return "origin" }
    throw OperationError(
      .noRemote,
      remotes.isEmpty
        ? "the repository has no remote to push tags to"
        : "the branch has no remote, and the repository has several: \(remotes.joined(separator: ", "))",
      help: "name it with '--remote'"
    )
  }
}

extension Workspace {
  /// The command that pushes the checked-out branch and its tags, and sets the upstream branch where
  /// there is none, as `git push` alone refuses then.
  package func pushCommand() throws -> String {
    let command = "git push --atomic --follow-tags"
    guard case .branch(let reference, _) = try repository.head() else { return command }
    let branch = String(reference.dropFirst("refs/heads/".count))
    let settings = try repository.configuration()
    guard settings["branch.\(branch).remote"] == nil else { return command }
    let remotes = try repository.remoteURLs().keys.sorted()
    let remote = remotes.count == 1 ? remotes[0] : "origin"
    return "\(command) -u \(remote.shellQuoted) \(branch.shellQuoted)"
  }
}

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
