package import Base
package import Git
import ManifestEditor
import ManifestForms
package import Model

/// Computes the published form of a folder from the commit that it is released from.
///
/// The result is recorded, so that archives never depend on another commit or on a later version of
/// these rules.
package struct ReleaseFormPlan: Sendable {
  package let folder: TreePath
  /// The tree of the folder.
  package let tree: ObjectID
  /// The tree of the whole commit.
  package let root: ObjectID
  /// Names of files in the root that each component is published with.
  package let rootFiles: [TreePath]
  /// An internal release has all of its files but those of submodules, and none of the root.
  package let kind: ReleaseKind
  /// Which files are the component's; `nil` if the tree is known to be stored.
  private let trees: ComponentTrees?

  package init(
    folder: TreePath,
    tree: ObjectID,
    root: ObjectID,
    of trees: ComponentTrees? = nil,
    rootFiles: [TreePath],
    kind: ReleaseKind = .public
  ) {
    self.trees = trees
    self.folder = folder
    self.tree = tree
    self.root = root
    self.rootFiles = kind == .public ? rootFiles : []
    self.kind = kind
  }

  /// Stores a tree that no commit has, which another thread may have in memory alone.
  private func storeTree(in repository: borrowing Repository) throws {
    guard let trees, !repository.contains(tree) else { return }
    _ = try trees.tree(at: folder, in: root, of: repository)
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
    try storeTree(in: repository)
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

  /// The form alone, without what cannot be published.
  ///
  /// - Returns: Also the first thing for which ``outline(in:)`` throws.
  package func draft(
    in repository: borrowing Repository
  ) throws -> (form: ReleaseForm, fault: Fault?) {
    var faults: [Fault] = []
    let form = try outline(in: repository) { faults.append($0) }.form
    return (form, faults.first)
  }

  /// - Returns: The form, and everything that the folder contains.
  private func outline(
    in repository: borrowing Repository,
    _ refuse: (Fault) throws -> Void
  ) throws -> (form: ReleaseForm, all: TreeListing) {
    try storeTree(in: repository)
    let all = try repository.listing(of: tree, passesOverSubmodules: true, checksLinks: false)
    var form = ReleaseForm(tree: tree)
    if let whole = try repository.tree(at: folder, in: root), whole != tree {
      form.parts = try repository.parts(of: tree, in: whole)
      form.folder = folder.isRoot ? nil : folder
    }
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
    let isPart = !form.parts.isEmpty
    let targets = try TargetFolders(manifests: isPart ? items : [], in: repository)
    let resolution = try LinkResolution(of: form, in: folder, root: root)
    for link in links {
      var end: LinkResolution.End?
      do {
        guard
          try outside.contains(link.path) || link.path.parent.isRoot
            || isPart && leaves(link, by: resolution, in: repository)
        else { continue }
        end = try resolution.end(of: link, in: repository)
      } catch let error as OperationError where error.code.concern == .component {
        // A folder around others also has what is not of the package, such as examples.
        if !isPart || targets.isForProducts(link.path) {
          try refuse(Fault(path: link.path, error: error))
        }
      }
      if let end {
        form.files[link.path] = end.object
        form.places.append(end.place)
      } else {
        form.omits.insert(link.path)
      }
    }
  }

  /// Whether a link leads to what of the folder is not the component's.
  private func leaves(
    _ link: TreeListing.Item,
    by resolution: LinkResolution,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard let end = try resolution.end(of: link, in: repository) else { return false }
    return try end.place.isInside(folder)
      && repository.entry(at: end.place.below(folder), in: tree) == nil
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

/// A Git LFS pointer: the text that git stores instead of a file whose content is on another
/// server.
package enum LargeFilePointer {
  /// In bytes; a pointer is smaller.
  package static let sizeLimit = 1024

  private static let heads = [
    "version https://git-lfs.github.com/spec/", "version https://hawser.github.com/spec/",
  ]

  package static func isPointer(_ content: [UInt8]) -> Bool {
    guard content.count < sizeLimit, heads.contains(where: { content.starts(with: $0.utf8) }) else {
      return false
    }
    return content.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "oid ".utf8) }
  }

  /// The variable by which Git LFS leaves pointers in the place of files.
  package static let skippingVariable = "GIT_LFS_SKIP_SMUDGE"

  /// Whether Git LFS is to leave pointers, by the words that it knows.
  package static func isWanted(_ variable: (String) -> String?) -> Bool {
    let words = ["1", "on", "t", "true", "yes"]
    return variable(skippingVariable).map { words.contains($0.lowercased()) } ?? false
  }

  package static func refusal(of path: String) -> OperationError {
    OperationError(
      .largeFilePointer,
      "'\(path)' is a Git LFS pointer, whose content is not in the repository",
      help: "commit the file itself, or leave it out with 'export-ignore' in '.gitattributes'"
    )
  }
}

/// Refuses what `git fsck --strict` refuses in the files that git itself reads: a branch with such a
/// file can never be pushed to a server that checks what it receives.
package enum GitFileRules {
  /// The fault of a file or a link at a path; `nil` if nothing is.
  ///
  /// - Parameter content: Read only for the files that git reads.
  package static func refusal(
    of path: TreePath,
    _ mode: FileMode,
    content: () throws -> [UInt8]
  ) rethrows -> OperationError? {
    for folder in path.ancestors.reversed() {
      if let file = GitFile(named: folder.name) {
        return .malformedGitFile(folder, file.faultOfFolder)
      }
    }
    guard let file = GitFile(named: path.name) else { return nil }
    let fault =
      switch mode {
      case .link: file.faultOfLink
      case .tree, .submodule: file.faultOfFolder
      case .file, .executable: try file.fault(in: content())
      }
    return fault.map { .malformedGitFile(path, $0) }
  }

  /// The files and links of a tree that are refused.
  package static func refusals(
    in listing: TreeListing,
    _ repository: borrowing Repository
  ) throws -> [(path: TreePath, error: OperationError)] {
    var refusals: [(path: TreePath, error: OperationError)] = []
    for item in listing.items {
      let error = try refusal(of: item.path, item.mode) { try repository.blob(item.id) }
      if let error { refusals.append((item.path, error)) }
    }
    for path in listing.submodules {
      if let error = refusal(of: path, .submodule, content: { [] }) {
        refusals.append((path, error))
      }
    }
    return refusals
  }

  /// Everything that is refused anywhere in a commit's tree, in the order of the paths.
  package static func refusals(
    anywhereIn root: ObjectID,
    in repository: borrowing Repository
  ) throws -> [(path: TreePath, error: OperationError)] {
    var refusals: [(path: TreePath, error: OperationError)] = []
    for item in try repository.gitFiles(anywhereIn: root) {
      // A clone has nothing to push of a file that it does not have.
      if item.mode.isFile, try repository.header(of: item.id) == nil { continue }
      let error = try refusal(of: item.path, item.mode) { try repository.blob(item.id) }
      if let error { refusals.append((item.path, error)) }
    }
    return refusals
  }

  /// Throws for a commit that no further one should be made on, as neither could be pushed.
  package static func check(root: ObjectID, in repository: borrowing Repository) throws {
    if let first = try refusals(anywhereIn: root, in: repository).first { throw first.error }
  }
}

/// The folders of the targets that a package's products are built from, and of its tests, as far as
/// its manifests show.
struct TargetFolders {
  private struct Folder {
    let target: String
    let path: TreePath
    let excludes: [TreePath]
  }

  private var folders: [Folder] = []
  private var tests: [Folder] = []

  /// - Parameter items: All files of the package, its manifests among them.
  init(manifests items: [TreeListing.Item], in repository: borrowing Repository) throws {
    for item in items where item.mode.isFile {
      guard ManifestFileName(item.path.string) != nil else { continue }
      let manifest = try LocatedManifest(
        surveying: repository.blob(item.id),
        fileName: item.path.string,
        packagePath: .root
      )
      for target in manifest.productTargets { folders += Self.folders(of: target) }
      for target in manifest.targets where target.kind == .testTarget {
        tests += Self.folders(of: target)
      }
    }
  }

  /// Whether a file belongs to tests, which clients do not build.
  func isForTests(_ path: TreePath) -> Bool {
    tests.contains { path.isInside($0.path) } && !folders.contains { path.isInside($0.path) }
  }

  /// Whether a product is built from a file, or from what is in a folder.
  func isForProducts(_ path: TreePath) -> Bool { needing(path) != nil }

  private func needing(_ path: TreePath) -> Folder? {
    folders.first { folder in
      (path.isInside(folder.path) && !folder.excludes.contains(where: path.isInside))
        || folder.path.isInside(path)
    }
  }

  /// Throws if a product is built from files there.
  func check(submodule path: TreePath) throws(OperationError) {
    guard let needing = needing(path) else { return }
    throw OperationError(
      .submoduleNeeded,
      "the target '\(needing.target)' is built from '\(path)', which is a submodule: its files are"
        + " not in this repository",
      help: "add the files to this repository, or move them to a package of their own"
    )
  }

  private static func folders(of target: PackageTarget) -> [Folder] {
    let places: [String]
    if let path = target.path {
      places = [path]
    } else {
      // Where the package manager looks; a package of one target may have it right in the first.
      let usual = ["Sources", "Source", "src", "srcs"]
      let parents =
        switch target.kind {
        case .plugin: ["Plugins"]
        case .testTarget: ["Tests"] + usual
        default: usual
        }
      places = parents.map { "\($0)/\(target.name)" }
    }
    return places.compactMap { place in
      guard let path = normalized(place) else { return nil }
      let excludes = target.excludes.compactMap { normalized("\(place)/\($0)") }
      return Folder(target: target.name, path: path, excludes: excludes)
    }
  }

  /// The path without `.`, empty parts and `..`; `nil` for one outside of the package.
  private static func normalized(_ text: String) -> TreePath? {
    TreePath.names(in: text, from: .root).flatMap { try? TreePath($0.joined(separator: "/")) }
  }
}
