package import Git
package import GitValues
package import RegistryModel

/// The files of a release: those of its tree, with what its record has in place of links, and
/// without what it leaves out.
package struct ReleaseForm: Hashable, Sendable {
  package let tree: ObjectID
  package var files: [TreePath: PublishedObject] = [:]
  package var omits: Set<TreePath> = []
  /// Where in the commit what stands in place of links is, while a release is made.
  var places: [TreePath] = []

  package init(tree: ObjectID) {
    self.tree = tree
  }

  package init(of release: Release) throws {
    tree = release.tree
    files = release.files
    omits = release.omits
  }

  /// Whether a release has the same files.
  package func matches(_ release: Release) -> Bool {
    release.tree == tree && release.files == files && release.omits == omits
  }

  /// All files and links, as they are published but for the edits of manifests.
  package func listing(in repository: borrowing Repository) throws -> TreeListing {
    try repository.listing(of: tree, editing: edits)
  }

  /// What is published right in the component's folder.
  package func entries(in repository: borrowing Repository) throws -> [TreeEntry] {
    let edits = try edits
    return try repository.entries(of: tree).compactMap { entry in
      switch edits[try TreePath(entry.name)] {
      case .remove: nil
      case .put(let id, let mode): TreeEntry(name: entry.name, mode: mode, id: id)
      case nil: entry
      }
    }
  }

  /// Stores the tree of what is published.
  package func publishedTree(in repository: borrowing Repository) throws -> ObjectID {
    try repository.edit(tree, edits.map { ($0.key, $0.value) })
  }

  /// Stores the tree that the component is built from in this repository: tests and all else that
  /// is only left out of archives is there.
  package func buildTree(in repository: borrowing Repository) throws -> ObjectID {
    var kept: [(path: TreePath, edit: TreeEdit)] = []
    for (path, edit) in try edits {
      if edit == .remove, try repository.entry(at: path, in: tree)?.mode != .submodule { continue }
      kept.append((path, edit))
    }
    return try repository.edit(tree, kept)
  }

  private var edits: [TreePath: TreeEdit] {
    get throws {
      var edits: [TreePath: TreeEdit] = [:]
      for path in omits { edits[path] = .remove }
      for (path, file) in files {
        let id = file.object
        edits[path] = .put(id, FileMode(file.kind))
      }
      return edits
    }
  }
}

extension FileMode {
  fileprivate init(_ kind: PublishedObject.Kind) {
    self =
      switch kind {
      case .file: .file
      case .executable: .executable
      case .folder: .tree
      }
  }
}
