import Git
import RegistryModel
import Versioning

/// Whether the folders that the manifest names are in the commit.
struct FolderCheck {
  let manifest: Manifest
  /// As it is to be called in messages.
  let manifestPath: TreePath
  /// Of the commit.
  let tree: ObjectID

  func findings(in repository: borrowing Repository) -> [Finding] {
    var findings: [Finding] = []
    var lookup = CommitTrees()
    for (name, component) in manifest.components.sorted(by: { $0.key < $1.key }) {
      let message = "there is no folder '\(component.path)' in the newest commit"
      findings += check(component.path, of: name, message, in: repository, &lookup)
    }
    for (name, scaffold) in manifest.scaffolds.sorted(by: { $0.key < $1.key }) {
      let message = "there is no folder '\(scaffold.path)' of '\(name)' in the newest commit"
      findings += check(scaffold.path, of: nil, message, in: repository, &lookup)
    }
    return findings
  }

  private func check(
    _ path: RelativePath,
    of component: ComponentName?,
    _ message: String,
    in repository: borrowing Repository,
    _ lookup: inout CommitTrees
  ) -> [Finding] {
    do {
      if try lookup.tree(at: path, in: tree, repository) != nil { return [] }
    } catch {
      return [Finding(OperationError(error), of: component)]
    }
    return [
      Finding(
        .missingFolder,
        message,
        of: component,
        help: "commit it, or correct the path in '\(manifestPath)'"
      )
    ]
  }
}
