import Git
import GitValues
import RegistryModel
import Versioning
import Workspace

/// A tag of a release that the branch has no record of, although its commit recorded it.
///
/// The version was given, so it is not given again, and its tag is nobody's to remove.
struct TakenTag {
  let component: ComponentName
  let version: SemanticVersion
  let commit: ObjectID

  /// Throws if there is such a tag.
  ///
  /// - Parameters:
  ///   - tip: Of the branch.
  ///   - tags: Those that the repository has.
  static func refuse(
    _ component: ComponentName,
    _ version: SemanticVersion,
    at tip: ObjectID,
    among tags: TagNames,
    in workspace: borrowing Workspace
  ) throws {
    guard let taken = try TakenTag(of: component, version, in: workspace) else { return }
    let versions = ReleaseTags(of: component, among: tags).versions
    throw try taken.refusal(at: tip, after: versions, in: workspace)
  }

  /// - Returns: `nil` if there is no such tag, or its commit has no record of the release.
  private init?(
    of component: ComponentName,
    _ version: SemanticVersion,
    in workspace: borrowing Workspace
  ) throws {
    guard let tag = try workspace.repository.tag(releaseTag(component, version)),
      try workspace.repository.header(of: tag.target)?.kind == .commit,
      let state = try? workspace.state(at: tag.target),
      let log = try? workspace.log(of: component, in: state), log.release(version) != nil
    else { return nil }
    (self.component, self.version, commit) = (component, version, tag.target)
  }

  /// - Parameter versions: All that have tags.
  private func refusal(
    at tip: ObjectID,
    after versions: [SemanticVersion],
    in workspace: borrowing Workspace
  ) throws -> OperationError {
    var next = version.nextPatch
    while versions.contains(next) { next = next.nextPatch }
    let name = releaseTag(component, version)
    guard try commit == tip || workspace.repository.isAncestor(commit, of: tip) else {
      return OperationError(
        .tagExists,
        "'\(component)' \(version) was released on another branch, in the commit"
          + " '\(commit.hex.prefix(12))' of the tag '\(name)'",
        help: "merge that branch, or release a newer version, such as \(next); remove the tag with"
          + " 'git tag -d \(name)' only if it was never pushed"
      )
    }
    let removal = try removal(before: tip, in: workspace)
    let remover = removal.map { ", and '\($0.hex.prefix(12))' removed its record" } ?? ""
    let revert = removal.map { "put the record back with 'git revert \($0.hex.prefix(12))', or " }
    return OperationError(
      .tagExists,
      "'\(component)' \(version) was released in the commit '\(commit.hex.prefix(12))' of this"
        + " branch\(remover)",
      help: "a version is released once: \(revert ?? "")release a newer one, such as \(next)"
    )
  }

  /// The newest commit that no longer has the record.
  private func removal(
    before tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> ObjectID? {
    let path = workspace.logPath(of: component)
    var graph = CommitGraph()
    for id in try workspace.repository.commits(touching: path, from: tip, graph: &graph) {
      for parent in try workspace.repository.commit(id).parents
      where try isRecorded(in: parent, workspace) {
        return id
      }
    }
    return nil
  }

  private func isRecorded(
    in commit: ObjectID,
    _ workspace: borrowing Workspace
  ) throws -> Bool {
    let path = workspace.logPath(of: component)
    guard workspace.repository.contains(commit),
      let bytes = try workspace.content(of: path, in: workspace.repository.commit(commit).tree)
    else { return false }
    return try ReleaseLog(reading: bytes, file: path.string).release(version) != nil
  }
}
