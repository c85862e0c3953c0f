import Git
import GitValues
import Interfaces
import RegistryModel
import Versioning
import Workspace
import Writing

/// The changelog in a component's own folder, with the entry of a release that is about to be made.
struct ComponentChangelog: Sendable {
  let entry: ChangelogEntry
  /// From the root of the repository.
  let file: PlannedFile

  /// - Parameters:
  ///   - commits: Since the release before; nothing for what is not listed.
  ///   - root: The tree of the commit.
  init(
    _ entry: ChangelogEntry,
    after log: ReleaseLog,
    in folder: TreePath,
    of root: ObjectID,
    _ workspace: borrowing Workspace
  ) throws {
    let path = folder.appending(Changelog.componentFile)
    if let found = try workspace.repository.entry(at: path, in: root), !found.mode.isFile {
      throw OperationError(
        .notAFile,
        "'\(path)' is not a file, expected the changelog of '\(entry.component)'",
        help: "replace it with a file, or remove it"
      )
    }
    let old = try workspace.content(of: path, in: root)
    var changelog = Changelog(
      reading: try workspace.text(of: path, in: root),
      form: .components
    )
    changelog.addMarker(of: entry.component)
    if let last = log.releases.last, entry.version < last.version {
      changelog.add(entry, above: log.releases.last { $0.version < entry.version }?.version)
    } else {
      changelog.addNewest(entry)
    }
    self.entry = entry
    file = PlannedFile(path: path, old: old, new: Array(changelog.text.utf8))
  }
}
