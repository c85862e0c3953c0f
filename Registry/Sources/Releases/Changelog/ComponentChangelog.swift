import Errors
import Git
import GitValues
import RegistryModel
import Versioning
import Workspace

/// The changelog in a component's own folder.
struct ComponentChangelog {
  private let component: ComponentName
  private let path: TreePath

  /// - Parameter folder: The component's.
  init(of component: ComponentName, in folder: TreePath) {
    self.component = component
    path = folder.appending(Changelog.componentFile)
  }

  /// The file with the entry of a release that comes after those of the log.
  ///
  /// - Parameters:
  ///   - tags: Those that the repository has.
  ///   - root: The tree of the commit.
  func adding(
    _ entry: ChangelogEntry,
    to log: ReleaseLog,
    among tags: TagNames,
    root: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> (path: TreePath, content: [UInt8]) {
    if let found = try workspace.repository.entry(at: path, in: root), !found.mode.isFile {
      throw OperationError(
        .notAFile,
        "'\(path)' is not a file, expected the changelog of '\(component)'",
        help: "replace it with a file, or remove it"
      )
    }
    var changelog = Changelog(
      reading: try workspace.text(of: path, in: root),
      form: .components
    )
    changelog.addMarker(of: component)
    changelog.add(entry, to: log, ReleaseTags(of: component, among: tags))
    return (path, Array(changelog.text.utf8))
  }
}
