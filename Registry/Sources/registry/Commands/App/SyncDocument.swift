import Layout
import RegistryModel
import Versioning

/// The result of a checkout.
struct SyncDocument: Document {
  private let result: Sync.Result

  init(_ result: Sync.Result) {
    self.result = result
  }

  var members: JSONMembers {
    [
      "app": result.pinned.app,
      "scaffold": result.pinned.app,
      "tree": result.pinned.tree,
      "base": result.pinned.base,
      "path": result.packagePath,
      "releases": result.pinned.releases.mapValues(\.version),
      "written": result.written,
      "removed": result.removed,
      "notes": result.notes,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let changes =
      result.written + result.removed == 0
      ? "unchanged" : "\(counted(result.written, "file")) written, \(result.removed) removed"
    return """
      \(style(.bold, result.pinned.app.text)) is checked out, \(changes)
        \(style(.dim, "tree"))  \(result.pinned.tree)
        \(style(.dim, "path"))  \(result.packagePath)

      """
  }
}
