import Base
import Content
import Git
import ManifestEditor
import Model

/// A target of a package that is taken apart, with what its folder has.
struct SplitTarget: Sendable {
  /// A product of another package that is imported without a dependency.
  struct ImportedProduct: Hashable, Sendable {
    let name: String
    /// As the manifest calls it.
    let package: String
  }

  let target: PackageTarget
  /// `nil` for one without files in the repository.
  let place: Place?
  let scan: SourceScan
  /// What prevents that it moves.
  let faults: [OperationError]
  /// The targets of its package that it depends on.
  var declared: Set<String> = []
  /// Those that it imports without depending on them.
  var imported: Set<String> = []
  var importedProducts: [ImportedProduct] = []

  struct Place: Hashable, Sendable {
    let folder: TreePath
    let tree: ObjectID
  }

  var name: String { target.name }
  var isTest: Bool { target.kind == .testTarget }
  /// All targets of its package that it needs.
  var needs: Set<String> { declared.union(imported) }

  /// How sources import it.
  var module: String { Self.module(name) }

  static func module(_ target: String) -> String {
    String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}

extension SplitTarget {
  /// Reads the folder of a target.
  init(
    _ target: PackageTarget,
    of manifest: PackageManifestFile,
    in package: TreePath,
    root: ObjectID,
    _ repository: borrowing Repository
  ) throws {
    self.target = target
    guard
      let place = try Self.place(of: target, manifest, in: package, root: root, repository)
    else {
      place = nil
      scan = SourceScan()
      let needsFolder = target.kind != .binaryTarget
      faults = needsFolder ? [Self.noFolder(target, in: package)] : []
      return
    }
    self.place = place
    let listing = try repository.listing(
      of: place.tree,
      passesOverSubmodules: true,
      checksLinks: false
    )
    var faults = listing.submodules.prefix(1).map { path in
      OperationError(
        .invalidPath,
        "'\(place.folder.appending(path))' is a submodule, whose path git keeps in '.gitmodules' as"
          + " well",
        help: "move it out of the target's folder first with 'git mv', and commit that"
      )
    }
    faults += try repository.linksLeavingTree(among: listing.items).prefix(1).map { link in
      OperationError(
        .linkLeavesFolder,
        "the symbolic link '\(place.folder.appending(link.path))' leads out of the folder of"
          + " '\(target.name)'",
        help: "put the file that it names in its place, and commit that"
      )
    }
    self.faults = faults
    let excluded = target.excludes.compactMap { try? TreePath($0) }
    let sources = listing.items.filter { item in
      item.mode.isFile && item.path.isSwiftSource
        && !excluded.contains { item.path.isInside($0) }
    }
    scan = try SourceScan(
      of: sources.map { (place.folder.appending($0.path), try repository.unverifiedBlob($0.id)) }
    )
  }

  private static func place(
    of target: PackageTarget,
    _ manifest: PackageManifestFile,
    in package: TreePath,
    root: ObjectID,
    _ repository: borrowing Repository
  ) throws -> Place? {
    if target.kind == .binaryTarget, target.path == nil { return nil }
    if let path = target.path {
      let folder = try package.following(path: path, of: target.name)
      return try place(at: folder, root: root, repository)
    }
    for usual in usualFolders(of: target.kind) {
      let folder = package.appending(TreePath(unchecked: "\(usual)/\(target.name)"))
      if let place = try place(at: folder, root: root, repository) { return place }
    }
    // A single target may have its files right in the usual folder.
    let alike = manifest.targets.filter {
      usualFolders(of: $0.kind) == usualFolders(of: target.kind)
    }
    guard alike.count == 1, manifest.toolsVersion >= ToolsVersion(5, 9) else { return nil }
    let usual = TreePath(unchecked: usualFolders(of: target.kind)[0])
    return try place(at: package.appending(usual), root: root, repository)
  }

  private static func place(
    at folder: TreePath,
    root: ObjectID,
    _ repository: borrowing Repository
  ) throws -> Place? {
    if folder.isRoot { return Place(folder: folder, tree: root) }
    guard let entry = try repository.entry(at: folder, in: root), entry.mode == .tree else {
      return nil
    }
    return Place(folder: folder, tree: entry.id)
  }

  /// Where the package manager looks for a target that names no folder.
  static func usualFolders(of kind: PackageTarget.Kind) -> [String] {
    let sources = ["Sources", "Source", "src", "srcs"]
    return switch kind {
    case .testTarget: ["Tests"] + sources
    case .plugin: ["Plugins"]
    default: sources
    }
  }

  private static func noFolder(_ target: PackageTarget, in package: TreePath) -> OperationError {
    OperationError(
      .notAFolder,
      "the newest commit has no folder of the target '\(target.name)'",
      help: "commit its files first",
      context: package.appending(.packageManifest).string
    )
  }
}

extension TreePath {
  /// The folder that `path:` of a target names.
  fileprivate func following(path: String, of target: String) throws(OperationError) -> TreePath {
    if !Self.isAbsolute(path), let names = Self.names(in: path, from: self) {
      if names.isEmpty, isRoot { return .root }
      if let folder = try? TreePath(names.joined(separator: "/")), folder.isInside(self) {
        return folder
      }
    }
    throw OperationError(
      .invalidPath,
      "the path '\(path)' of the target '\(target)' leads out of its package",
      help: "move its files into the package first, and commit that"
    )
  }
}
