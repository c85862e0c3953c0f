import Files
import Git
import GitValues

/// One folder as it was laid out, with the stamps by which it is known again.
struct LayoutFolder: Equatable {
  let path: TreePath
  /// `nil` if there is more in the folder than was laid out, or may be.
  var stamp: FileStamp?
  /// In git's order.
  var entries: [Entry]

  struct Entry: Equatable {
    let item: TreeListing.Item
    /// Of a file or a link; nothing for folders, which have their own, and where none is known.
    var stamp: FileStamp?
  }
}

extension TreeListing.Item {
  /// Whether it is no folder when it is laid out.
  var isFileOrLink: Bool {
    switch mode {
    case .file, .executable, .link: true
    case .tree, .submodule: false
    }
  }
}
