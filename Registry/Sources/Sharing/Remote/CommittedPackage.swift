import Files
import Git
import GitTool
import GitValues
import PackageManifest
import PublishedForm
import RegistryModel
import Releases
import Versioning
import Workspace

/// A package in the newest commit: only committed files are published.
struct CommittedPackage: ~Copyable {
  let repository: Repository
  let commit: ObjectID
  /// The git tree of the folder.
  let tree: ObjectID
  /// What is published of it.
  let form: ReleaseForm
  let listing: TreeListing

  /// - Throws: Where the folder is in no git repository, has uncommitted changes, or
  ///   holds what cannot be built elsewhere.
  init(in directory: String) throws {
    let repository = try Repository.discover(from: directory)
    guard let root = repository.workingDirectory else { throw OperationError.bare }
    let real = try LocalFile.realPath(directory)
    let path = try ManifestLocation.path(real, below: LocalFile.realPath(root)) ?? .root
    guard let commit = try repository.head().tip else {
      throw OperationError.noCommit(help: "commit the package")
    }
    try Self.refusePrivate(path, in: directory)
    try UncommittedChanges.refuse(WorkTree(of: repository).statuses(below: [path])[0], below: path)
    let tree = try Self.folder(at: path, of: commit, in: repository)
    let (form, listing) = try ReleaseFormPlan(
      folder: path,
      tree: tree,
      root: repository.commit(commit).tree,
      rootFiles: []
    ).form(in: repository)
    try Self.checkManifest(among: listing.items, in: repository)
    self.repository = repository
    self.commit = commit
    self.tree = tree
    self.form = form
    self.listing = listing
  }

  /// The bytes of the archive, and what they are known by.
  func archive(
    of name: ComponentName,
    _ version: SemanticVersion
  ) throws -> (bytes: [UInt8], checksum: ArchiveChecksum) {
    var bytes: [UInt8] = []
    let archive = ReleaseArchive(component: name, version: version, listing: listing, edits: [:])
    let (_, checksum) = try archive.written(from: repository) { bytes += $0 }
    return (bytes, checksum)
  }

  /// Throws if a registry's manifest lists the folder as a private component.
  private static func refusePrivate(_ path: TreePath, in directory: String) throws {
    guard let workspace = try? Workspace(directory: directory),
      let state = try workspace.committedState()
    else { return }
    let component = state.manifest.components.first { $0.value.path == path }
    if let component { try state.refusePrivate(component.key) }
  }

  private static func folder(
    at path: TreePath,
    of commit: ObjectID,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    let root = try repository.commit(commit).tree
    if path.isRoot { return root }
    guard let entry = try repository.entry(at: path, in: root), entry.mode == .tree else {
      throw OperationError(
        .notAFolder,
        "there is no folder '\(path)' in the newest commit",
        help: "commit the package"
      )
    }
    return entry.id
  }

  private static func checkManifest(
    among items: [TreeListing.Item],
    in repository: borrowing Repository
  ) throws {
    let name = "Package.swift"
    guard items.contains(where: { $0.path.string == name }) else {
      throw OperationError(
        .noPackage,
        "no '\(name)' is committed here",
        help: "change to the package's folder, or name it with '--directory'"
      )
    }
    for file in items where file.mode.isFile && ManifestFileName(file.path.string) != nil {
      try checkManifest(repository.blob(file.id), named: file.path.string)
    }
  }

  private static func checkManifest(_ bytes: [UInt8], named name: String) throws {
    let manifest = try PackageManifestFile(bytes: bytes, fileName: name, packagePath: .root)
    if let refusal = manifest.refusals.first { throw refusal }
    for dependency in manifest.dependencies {
      guard case .path(let path, _) = dependency.location else { continue }
      throw OperationError(
        .unreleasedDependency,
        "the package depends on '\(path)' by path, which does not exist for clients",
        help:
          "depend on a version: '.package(id:)' or '.package(url:)'; a component of a monorepo is"
          + " released there, by 'registry bump'",
        context: "\(name):\(dependency.position)"
      )
    }
  }
}
