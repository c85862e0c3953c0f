import Content
import Git
import Model
import Versions

extension UndoPlanner {
  /// The tag of the release, if it is at the newest commit, or at one that this commit replaced, as
  /// `git commit --amend` and a rebase do: no branch has that one, and it recorded the same releases.
  func tag(
    of name: ComponentName,
    _ version: SemanticVersion,
    in workspace: borrowing Workspace
  ) throws -> Tag? {
    guard let tag = try workspace.repository.tag(releaseTag(name, version)) else { return nil }
    if tag.target == base.tip { return tag }
    guard let replaced = try? workspace.repository.commit(tag.target),
      try workspace.repository.branches("refs/heads/*", containing: tag.target).isEmpty,
      try workspace.repository.branches("refs/remotes/*", containing: tag.target).isEmpty
    else { return nil }
    let path = workspace.logPath(of: name)
    let isSame =
      try workspace.content(of: path, in: replaced.tree)
      == workspace.content(of: path, in: base.tree)
    return isSame ? tag : nil
  }

  /// The files of the commit before with the versions of the releases in them.
  func versionFiles(
    of names: [ComponentName],
    since parent: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [TreePath: [UInt8]] {
    let before = try workspace.state(at: parent)
    let tree = try workspace.repository.commit(parent).tree
    var files: [TreePath: [UInt8]] = [:]
    for name in names {
      guard let component = before.manifest.components[name] else { continue }
      let added = try workspace.log(of: name, in: before)
        .records(missingSince: workspace.log(of: name, in: base.state))
      for case .release(let release) in added {
        let edits = try VersionEdits(component, of: before.manifest, release.version)
          .files(in: tree, over: files, of: workspace.repository)
        files.merge(edits) { $1 }
      }
    }
    return files
  }
}
