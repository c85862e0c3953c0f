import Errors
import Files
import Git
import GitValues
import Workspace

/// The folders of a checkout, each examined once; a link in place of a folder is not one.
struct LayoutFolders {
  private let root: String
  private var known: [TreePath: Bool] = [:]

  init(root: String) {
    self.root = root
  }

  mutating func isFolder(_ path: TreePath) -> Bool {
    if let answer = known[path] { return answer }
    let isReachable = path.isRoot || isFolder(path.parent)
    let place = path.isRoot ? root : "\(root)/\(path)"
    let answer = isReachable && LocalFile.kind(at: place) == .directory
    known[path] = answer
    return answer
  }

  /// Creates the folder and those above it.
  ///
  /// - Throws: If something else is at the path.
  mutating func make(_ path: TreePath) throws(OperationError) {
    if isFolder(path) { return }
    if !path.isRoot { try make(path.parent) }
    let place = path.isRoot ? root : "\(root)/\(path)"
    if LocalFile.kind(at: place) != nil {
      throw OperationError(
        .editedTree,
        "'\(place)' is in the way of a folder of the same name",
        help: "'registry' did not create it: move it away"
      )
    }
    try unifyingErrors { try LocalFile.makeDirectory(place) }
    known[path] = true
  }
}
