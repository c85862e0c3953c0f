package import Git
package import GitValues
import RegistryModel

/// Works out the published form of a folder from the commit that it is released from.
///
/// What it comes to is recorded, so that archives never depend on another commit, nor on a later
/// version of these rules.
package struct ReleaseFormPlan {
  package let folder: TreePath
  /// Of the folder.
  package let tree: ObjectID
  /// Of the whole commit.
  package let root: ObjectID
  /// Names of files in the root that each component is published with.
  package let rootFiles: [TreePath]

  package init(folder: TreePath, tree: ObjectID, root: ObjectID, rootFiles: [TreePath]) {
    self.folder = folder
    self.tree = tree
    self.root = root
    self.rootFiles = rootFiles
  }

  /// - Returns: The form, with all files of it.
  /// - Throws: What ``outline(in:)`` throws, and for a pointer of Git LFS.
  package func form(
    in repository: borrowing Repository
  ) throws -> (form: ReleaseForm, listing: TreeListing) {
    let form = try outline(in: repository)
    let listing = try form.listing(in: repository)
    for item in listing.items { try checkContent(of: item, repository) }
    return (form, listing)
  }

  /// The form alone, for which hardly any file is read.
  ///
  /// - Throws: For a link that ends at nothing that is committed, for a submodule that a product
  ///   needs, and for a root file that is not committed.
  package func outline(in repository: borrowing Repository) throws -> ReleaseForm {
    let all = try repository.listing(of: tree, passesOverSubmodules: true, checksLinks: false)
    var form = ReleaseForm(tree: tree)
    form.omits = try ignored(in: all, repository)
    let items = try all.items.filter { try !form.leavesOut($0.path) }
    let submodules = try all.submodules.filter { try !form.leavesOut($0) }
    if !submodules.isEmpty {
      let needs = try TargetFolders(manifests: items, in: repository)
      for path in submodules {
        try needs.check(submodule: path)
        form.omits.insert(path)
      }
    }
    try replaceLinks(among: items, in: &form, repository)
    form.adds = try RootFiles(names: rootFiles, root: root).added(to: tree, in: repository)
    form.places += form.adds.keys
    return form
  }

  /// What the attributes of the commit leave out: folders as a whole.
  private func ignored(
    in all: TreeListing,
    _ repository: borrowing Repository
  ) throws -> Set<TreePath> {
    var rules = try ExportRules(root: root, in: repository)
    guard
      try all.items.contains(where: { $0.path.name == ExportRules.fileName })
        || rules.mayLeaveOut(below: folder, in: repository)
    else { return [] }
    var known: [TreePath: Bool] = [:]
    var ignored: Set<TreePath> = []
    for (path, isFolder) in all.items.map({ ($0.path, false) }) + all.submodules.map({ ($0, true) })
    {
      let folders = path.ancestors.reversed()
      for (path, isFolder) in folders.map({ ($0, true) }) + [(path, isFolder)] {
        let isIgnored =
          try known[path]
          ?? rules.leaveOut(folder.appending(path), isFolder: isFolder, in: repository)
        known[path] = isIgnored
        guard isIgnored else { continue }
        ignored.insert(path)
        break
      }
    }
    return ignored
  }

  /// Replaces the links that lead out of the folder, and those right in it: the package manager
  /// unpacks an archive by moving what is right in it, one after the other, and fails at a link
  /// whose target has moved before, or is not there.
  ///
  /// One that leads to what is left out is left out with it.
  private func replaceLinks(
    among items: [TreeListing.Item],
    in form: inout ReleaseForm,
    _ repository: borrowing Repository
  ) throws {
    let links = items.filter { $0.mode == .link }
    if links.isEmpty { return }
    let outside = Set(try repository.linksLeavingTree(among: links).map(\.path))
    let resolution = try LinkResolution(of: form, in: folder, root: root)
    for link in links where outside.contains(link.path) || link.path.parent.isRoot {
      if let end = try resolution.end(of: link, in: repository) {
        form.files[link.path] = end.object
        form.places.append(end.place)
      } else {
        form.omits.insert(link.path)
      }
    }
  }

  private func checkContent(
    of item: TreeListing.Item,
    _ repository: borrowing Repository
  ) throws {
    guard item.mode != .link, let size = try repository.header(of: item.id)?.size,
      Self.pointerSizes.contains(size),
      LargeFilePointer.isPointer(try repository.unverifiedBlob(item.id))
    else { return }
    throw LargeFilePointer.refusal(of: item.path.string)
  }

  private static let pointerSizes = 1..<LargeFilePointer.sizeLimit
}

extension ReleaseForm {
  fileprivate func leavesOut(_ path: TreePath) throws -> Bool {
    if omits.isEmpty { return false }
    return omits.contains { path.isInside($0) }
  }
}
