import Git
import GitValues
import Layout
import RegistryModel
import Versioning

/// The result of a checkout.
struct SyncDocument: Document {
  let scaffold: String
  /// The git tree of all the files; equal trees are equal apps.
  let tree: String
  let base: String
  let path: String
  let releases: [String: String]
  let written: Int
  let removed: Int
  let notes: [String]

  init(_ result: Sync.Result) {
    scaffold = result.pinned.scaffold.text
    tree = result.pinned.tree.hex
    base = result.pinned.base.hex
    path = result.packagePath
    releases = Dictionary(
      uniqueKeysWithValues: result.pinned.releases.map { ($0.text, $1.version.description) }
    )
    (written, removed) = (result.written, result.removed)
    notes = result.notes
  }

  func text(style: Style, width: Int?) -> String {
    let changes =
      written + removed == 0
      ? "unchanged" : "\(counted(written, "file")) written, \(removed) removed"
    return """
      \(style(.bold, scaffold)) is laid out, \(changes)
        \(style(.dim, "tree"))  \(tree)
        \(style(.dim, "path"))  \(path)

      """
  }
}
