import Git
import GitValues
import PublishedForm
import RegistryModel
import Versioning
import Workspace
import Writing

extension UndoPlanner {
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
