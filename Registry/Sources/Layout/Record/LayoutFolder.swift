import Files
import Git
import GitValues

/// One folder of a checkout, with the stamps of its entries.
struct LayoutFolder: Equatable {
  let path: TreePath
  /// `nil` if the folder contains, or may contain, anything else.
  var stamp: FileStamp?
  /// In git's order.
  var entries: [Entry]

  struct Entry: Equatable {
    let item: TreeListing.Item
    /// For a file or a link; `nil` for folders, which have their own, and if it is not known.
    var stamp: FileStamp?
  }
}

extension TreeListing.Item {
  /// Whether it is checked out as something other than a folder.
  var isFileOrLink: Bool {
    switch mode {
    case .file, .executable, .link: true
    case .tree, .submodule: false
    }
  }
}
