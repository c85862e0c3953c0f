import Git
import GitValues
import RegistryModel

/// Works out the published form of a folder from the commit that it is released from.
///
/// What it comes to is recorded, so that archives never depend on another commit, nor on a later
/// version of these rules.
struct ReleaseFormPlan {
  let folder: TreePath
  /// Of the folder.
  let tree: ObjectID
  /// Of the whole commit.
  let root: ObjectID

  /// - Returns: The form, with all files of it.
  /// - Throws: For a link that ends at nothing that is committed, a submodule that a product needs,
  ///   and a pointer of Git LFS.
  func form(
    in repository: borrowing Repository
  ) throws -> (form: ReleaseForm, listing: TreeListing) {
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
    form.files = try linked(among: items, repository)
    let listing = try form.listing(in: repository)
    for item in listing.items { try checkContent(of: item, repository) }
    return (form, listing)
  }

  /// What the attributes of the commit leave out: folders as a whole.
  private func ignored(
    in all: TreeListing,
    _ repository: borrowing Repository
  ) throws -> Set<TreePath> {
    var rules = try ExportRules(root: root, in: repository)
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

  /// What is stored in place of links: of those that lead out of the folder, and of those right in
  /// it that lead to a folder, which the package manager does not unpack.
  private func linked(
    among items: [TreeListing.Item],
    _ repository: borrowing Repository
  ) throws -> [TreePath: PublishedObject] {
    let links = items.filter { $0.mode == .link }
    let outside = Set(try repository.linksLeavingTree(among: links).map(\.path))
    let resolution = LinkResolution(root: root, folder: folder)
    var files: [TreePath: PublishedObject] = [:]
    for link in links {
      if outside.contains(link.path) {
        files[link.path] =
          try resolution.end(of: link, in: repository)
      } else if link.path.parent.isRoot,
        let end = try? resolution.end(of: link, in: repository), end.kind == .folder
      {
        files[link.path] = end
      }
    }
    return files
  }

  private func checkContent(
    of item: TreeListing.Item,
    _ repository: borrowing Repository
  ) throws {
    guard item.mode != .link, let size = try repository.header(of: item.id)?.size,
      Self.pointerSizes.contains(size),
      LargeFilePointer.isPointer(try repository.blob(item.id))
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
