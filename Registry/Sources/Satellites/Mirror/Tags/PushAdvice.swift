import Git
package import Model

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
