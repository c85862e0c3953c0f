package import Base
package import Git
import ManifestEditor
package import Model

/// Computes the published form of a folder from the commit that it is released from.
///
/// The result is recorded, so that archives never depend on another commit or on a later version of
/// these rules.
package struct ReleaseFormPlan: Sendable {
  package let folder: TreePath
  /// Of the folder.
  package let tree: ObjectID
  /// Of the whole commit.
  package let root: ObjectID
  /// Names of files in the root that each component is published with.
  package let rootFiles: [TreePath]
  /// An internal release has all of its files but those of submodules, and none of the root.
  package let kind: ReleaseKind

  package init(
    folder: TreePath,
    tree: ObjectID,
    root: ObjectID,
    rootFiles: [TreePath],
    kind: ReleaseKind = .public
  ) {
    self.folder = folder
    self.tree = tree
    self.root = root
    self.rootFiles = kind == .public ? rootFiles : []
    self.kind = kind
  }

  /// - Returns: The form, with all of its files.
  /// - Throws: What ``outline(in:)`` throws, and an error for a Git LFS pointer.
  package func form(
    in repository: borrowing Repository
  ) throws -> (form: ReleaseForm, listing: TreeListing) {
    try form(in: repository) { throw $0.error }
  }

  /// The form without what cannot be published, and everything for which ``form(in:)`` throws.
  ///
  /// - Throws: Where the files cannot be read at all.
  package func survey(
    in repository: borrowing Repository
  ) throws -> (listing: TreeListing, faults: [Fault]) {
    var faults: [Fault] = []
    let listing = try form(in: repository) { faults.append($0) }.listing
    return (listing, faults)
  }

  /// A file or a folder that cannot be published.
  package struct Fault: Hashable, Sendable {
    /// In the folder.
    package let path: TreePath
    package let error: OperationError
  }

  private func form(
    in repository: borrowing Repository,
    _ refuse: (Fault) throws -> Void
  ) throws -> (form: ReleaseForm, listing: TreeListing) {
    let (form, all) = try outline(in: repository, refuse)
    // Also of what is left out: the commit has it.
    for (path, error) in try GitFileRules.refusals(in: all, repository) {
      try refuse(Fault(path: path, error: error))
    }
    let listing = try form.listing(of: all, in: repository)
    // A checkout gets the files of an internal release as git's filters make them.
    guard kind == .public else { return (form, listing) }
    let pointers = try listing.items.filter { try isLargeFilePointer($0, repository) }
    if pointers.isEmpty { return (form, listing) }
    let targets = try TargetFolders(manifests: all.items, in: repository)
    for item in pointers where !targets.isForTests(item.path) {
      let error = LargeFilePointer.refusal(of: item.path.string)
      try refuse(Fault(path: item.path, error: error))
    }
    return (form, listing)
  }

  /// The blobs of the package's manifests by their names, where a link is the file that it points to.
  package func manifests(in repository: borrowing Repository) throws -> [String: ObjectID] {
    let entries = try repository.entries(of: tree)
    let hasLink = entries.contains { $0.mode == .link && ManifestFileName($0.name) != nil }
    let published = try hasLink ? outline(in: repository).entries(in: repository) : entries
    return Self.manifests(among: published)
  }

  /// The blobs of the manifests among the entries of a package's folder, by their names.
  package static func manifests(among entries: [TreeEntry]) -> [String: ObjectID] {
    let manifests = entries.filter { $0.mode.isFile && ManifestFileName($0.name) != nil }
    return Dictionary(manifests.map { ($0.name, $0.id) }) { first, _ in first }
  }

  /// The form alone, for which hardly any file is read.
  ///
  /// - Throws: For a link to something that is not committed, for a submodule that a product needs,
  ///   and for a root file that is not committed.
  package func outline(in repository: borrowing Repository) throws -> ReleaseForm {
    try outline(in: repository) { throw $0.error }.form
  }

  /// - Returns: The form, and everything that the folder contains.
  private func outline(
    in repository: borrowing Repository,
    _ refuse: (Fault) throws -> Void
  ) throws -> (form: ReleaseForm, all: TreeListing) {
    let all = try repository.listing(of: tree, passesOverSubmodules: true, checksLinks: false)
    var form = ReleaseForm(tree: tree)
    if kind == .public { form.omits = try ignored(in: all, repository) }
    let items = all.items.filter { !form.leavesOut($0.path) }
    let submodules = all.submodules.filter { !form.leavesOut($0) }
    if !submodules.isEmpty {
      let needs = try kind == .public ? TargetFolders(manifests: items, in: repository) : nil
      for path in submodules {
        do throws(OperationError) {
          try needs?.check(submodule: path)
        } catch {
          try refuse(Fault(path: path, error: error))
        }
        form.omits.insert(path)
      }
    }
    try replaceLinks(among: items, in: &form, repository, refuse)
    form.adds = try RootFiles(names: rootFiles, root: root).added(to: tree, in: repository) {
      try refuse(Fault(path: $0, error: $1))
    }
    form.places += form.adds.keys
    return (form, all)
  }

  /// The files that the commit's attributes leave out; folders as a whole.
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

  /// Replaces links that lead out of the folder, and those directly in it: SwiftPM unpacks an
  /// archive by moving its top entries one after the other, and fails at a link whose target was
  /// moved before, or is missing.
  ///
  /// A link to a file that is left out is left out too.
  private func replaceLinks(
    among items: [TreeListing.Item],
    in form: inout ReleaseForm,
    _ repository: borrowing Repository,
    _ refuse: (Fault) throws -> Void
  ) throws {
    let links = items.filter { $0.mode == .link }
    if links.isEmpty { return }
    let outside = Set(try repository.linksLeavingTree(among: links).map(\.path))
    let resolution = try LinkResolution(of: form, in: folder, root: root)
    for link in links where outside.contains(link.path) || link.path.parent.isRoot {
      var end: LinkResolution.End?
      do {
        end = try resolution.end(of: link, in: repository)
      } catch let error as OperationError where error.code.concern == .component {
        try refuse(Fault(path: link.path, error: error))
      }
      if let end {
        form.files[link.path] = end.object
        form.places.append(end.place)
      } else {
        form.omits.insert(link.path)
      }
    }
  }

  private func isLargeFilePointer(
    _ item: TreeListing.Item,
    _ repository: borrowing Repository
  ) throws -> Bool {
    guard item.mode != .link, let size = try repository.header(of: item.id)?.size,
      Self.pointerSizes.contains(size)
    else { return false }
    return LargeFilePointer.isPointer(try repository.unverifiedBlob(item.id))
  }

  private static let pointerSizes = 1..<LargeFilePointer.sizeLimit
}

extension ReleaseForm {
  fileprivate func leavesOut(_ path: TreePath) -> Bool {
    omits.contains { path.isInside($0) }
  }
}
