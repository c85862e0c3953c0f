import Base
import Git
import Model
import Releases
import Versions

/// Checks that the folders in the manifest exist in the commit.
///
/// A component that was released may have left the branch and be listed for those releases alone,
/// which a pinned tree puts into its folder.
struct FolderCheck {
  let manifest: Manifest
  /// The components that were released.
  let released: Set<ComponentName>
  /// As it is to be called in messages.
  let manifestPath: TreePath
  /// Of the commit.
  let tree: ObjectID

  func findings(in repository: borrowing Repository) -> [Finding] {
    var findings: [Finding] = []
    var gone: [TreePath] = []
    for (name, component) in manifest.components.sorted(by: { $0.key < $1.key }) {
      let message = "there is no folder '\(component.path)' in the newest commit"
      let severity: Finding.Severity = released.contains(name) ? .note : .fault
      let found = check(component.path, of: name, severity, message, in: repository)
      if !found.isEmpty, severity == .note { gone.append(component.path) }
      findings += found
    }
    for (name, app) in manifest.apps.sorted(by: { $0.key < $1.key }) {
      let message = "there is no folder '\(app.path)' of '\(name)' in the newest commit"
      // An app in the folder of a component leaves with it.
      if gone.contains(where: { app.path.isInside($0) }) { continue }
      findings += check(app.path, of: nil, .fault, message, in: repository)
    }
    return findings
  }

  private func check(
    _ path: TreePath,
    of component: ComponentName?,
    _ severity: Finding.Severity,
    _ message: String,
    in repository: borrowing Repository
  ) -> [Finding] {
    do {
      if try repository.tree(at: path, in: tree) != nil { return [] }
    } catch {
      return [Finding(OperationError(error), of: component)]
    }
    return [
      Finding(
        .missingFolder,
        message,
        of: component,
        severity: severity,
        help: component.map {
          "commit it, or, if it has moved, record that: 'registry move \($0) FOLDER'"
        } ?? "commit it, or correct the path in '\(manifestPath)'"
      )
    ]
  }
}
