package import Base
package import Git

/// Finds the manifest: the command line, then git's configuration, then the folders upwards.
package struct ManifestLocation {
  static let standard = TreePath(known: "Registry/manifest.json")
  static let configurationKey = "registry.manifest"

  let directory: String
  let head: Head

  func find(_ asked: String?, in repository: borrowing Repository) throws -> TreePath {
    if let (path, words) = try named(asked, in: repository) {
      guard try exists(path, in: repository) else {
        throw OperationError(
          .noManifest,
          "there is no manifest at \(words)",
          help: "name it with '--manifest', or 'git config \(Self.configurationKey) PATH'"
        )
      }
      return path
    }
    if repository.isBare, case .unborn(let branch) = head {
      throw OperationError.noCommit(
        on: String(branch.dropFirst("refs/heads/".count)),
        help: "push it from a clone in which 'registry init' has run; 'git symbolic-ref HEAD"
          + " refs/heads/NAME' chooses another branch"
      )
    }
    var folder = try standing(in: repository)
    while true {
      let path = folder.appending(Self.standard)
      if try exists(path, in: repository) { return path }
      guard !folder.isRoot else {
        throw OperationError(
          .noManifest,
          "found no '\(Self.standard)', neither here nor in a folder above",
          help: (head.tip == nil ? "commit the packages, then create" : "create")
            + " it with 'registry init', or name another one with '--manifest'"
        )
      }
      folder = folder.parent
    }
  }

  /// The path of the manifest, which need not exist.
  func place(_ asked: String?, in repository: borrowing Repository) throws -> TreePath {
    if let (path, _) = try named(asked, in: repository) { return path }
    do {
      return try find(nil, in: repository)
    } catch let error as OperationError where error.code == .noManifest {
      return Self.standard
    }
  }

  /// The path that the command line or git's configuration names, and how to say it.
  private func named(
    _ asked: String?,
    in repository: borrowing Repository
  ) throws -> (path: TreePath, words: String)? {
    if let asked { return (try path(asked, in: repository), "'\(asked)'") }
    let key = Self.configurationKey
    guard let configured = try repository.configuration()[key] else { return nil }
    return (try Self.path(configured: configured), "'\(configured)', which '\(key)' names")
  }

  /// The current folder, from the root of the working tree; the root if it is outside of it.
  private func standing(in repository: borrowing Repository) throws -> TreePath {
    guard let root = repository.workingDirectory else { return .root }
    let real = try LocalFile.realPath(directory)
    let gitDirectory = try LocalFile.realPath(repository.gitDirectory)
    if "\(real)/".utf8.starts(with: "\(gitDirectory)/".utf8) { return .root }
    let folder = try Self.path(real, below: LocalFile.realPath(root)) ?? .root
    // A checked-out pinned tree has its own manifest, which only describes that build.
    return folder.isInside(RegistryFolder.path) ? .root : folder
  }

  private static func path(configured: String) throws(OperationError) -> TreePath {
    guard let path = try? TreePath(configured), !path.isRoot else {
      throw OperationError(
        .noManifest,
        "'\(configurationKey)' is '\(configured)', expected a path from the root of the repository",
        help: "set it with 'git config \(configurationKey) PATH'"
      )
    }
    return path
  }

  private func path(_ asked: String, in repository: borrowing Repository) throws -> TreePath {
    guard let root = repository.workingDirectory else { return try TreePath(asked) }
    let absolute = TreePath.isAbsolute(asked) ? asked : "\(directory)/\(asked)"
    // A manifest that is committed need not be among the working files: its folder is enough.
    let parts = TreePath.names(in: absolute)
    let name = parts.last.map(String.init) ?? ""
    let folder = "/" + parts.dropLast().joined(separator: "/")
    let isRelative = !TreePath.isAbsolute(absolute)
    let real = try LocalFile.realPath(isRelative ? String(folder.dropFirst()) : folder)
    guard let parent = try Self.path(real, below: LocalFile.realPath(root)) else {
      throw OperationError(
        .manifestOutside,
        "the manifest '\(asked)' lies outside of the repository '\(root)'"
      )
    }
    return parent.appending(try TreePath(name))
  }

  /// The path from `root` on; `nil` for a path outside of it.
  package static func path(_ path: String, below root: String) throws -> TreePath? {
    if path == root { return .root }
    let prefix = root.hasSuffix("/") ? root : root + "/"
    guard path.utf8.starts(with: prefix.utf8) else { return nil }
    return try TreePath(String(Substring(path.utf8.dropFirst(prefix.utf8.count))))
  }

  private func exists(_ path: TreePath, in repository: borrowing Repository) throws -> Bool {
    if let root = repository.workingDirectory, LocalFile.kind(at: "\(root)/\(path)") != nil {
      return true
    }
    guard let tip = head.tip else { return false }
    return try repository.entry(at: path, in: repository.commit(tip).tree) != nil
  }
}

/// The folder `.registry` of a working tree: everything in it can be created again, and git ignores
/// it.
package struct RegistryFolder {
  /// The path of the folder from the root of the working tree.
  package static let path = TreePath(known: ".registry")

  /// The path of the manifest's JSON Schema, for editors, from the root of the working tree.
  package static let schema = path.appending(TreePath(known: ".manifest.schema.json"))

  /// The path of the folder in the working tree's root.
  package let path: String
  private let directory: String

  /// - Parameter directory: The root of the working tree.
  package init(in directory: String) {
    self.directory = directory
    path = "\(directory)/\(Self.path)"
  }

  /// Creates the folder, if it is missing, with the manifest's schema.
  package func prepare() throws(OperationError) {
    try Self.make(path)
    try ignore("\(path)/.gitignore")
    // Without it, editors do not know the manifest's keys, which stops nothing else.
    try? offerSchema()
  }

  /// Replaces the schema of another version of the program.
  private func offerSchema() throws {
    let (file, schema) = ("\(directory)/\(Self.schema)", PackageResources.manifest_schema_json)
    guard try LocalFile.read(file) != schema else { return }
    let staged = try StagedFile(for: file)
    try staged.write(schema)
    try staged.commit()
  }

  /// Makes git ignore the folder, unless a person has configured something else.
  ///
  /// Several runs may do so at once, before any of them has a lock, and any of them may be killed:
  /// all write the same bytes, and the next run fills an empty file.
  private func ignore(_ file: String) throws(OperationError) {
    if let facts = FileFacts.of(file), facts.size > 0 || facts.kind != .file { return }
    try unifyingErrors { try LocalFile.fill(file, with: Array("*\n".utf8)) }
  }

  /// Creates the folder and one below it, and returns the path of the latter.
  package func preparing(_ folder: String) throws(OperationError) -> String {
    try prepare()
    var path = path
    for part in TreePath.names(in: folder) {
      path += "/\(part)"
      try Self.make(path)
    }
    return path
  }

  /// Creates a folder, and refuses a link in its place, because the files would go elsewhere.
  private static func make(_ path: String) throws(OperationError) {
    if let kind = LocalFile.kind(at: path), kind != .directory {
      throw OperationError(
        .notADirectory,
        "'\(path)' is not a folder, expected one for registry's caches",
        help: "move it out of the way"
      )
    }
    do throws(OperationError) {
      try unifyingErrors { try LocalFile.makeDirectory(path) }
    } catch {
      guard error.code == .inputOutput, !LocalFile.isWritable(LocalFile.parent(of: path)) else {
        throw error
      }
      throw OperationError(
        .inputOutput,
        error.message,
        help: "what is built for comparisons and from pins is kept there: make the folder"
          + " writable, work in a clone of it, or skip comparisons with '--no-api-check'"
      )
    }
  }
}

extension Workspace {
  /// The path of a folder for files that can be created again: below `.registry`, or in
  /// the git directory of a bare repository.
  package func cachePath(_ name: String) -> String {
    repository.workingDirectory.map { "\(RegistryFolder(in: $0).path)/\(Self.cacheName(name))" }
      ?? "\(repository.gitDirectory)/registry-cache/\(name)"
  }

  /// The same folder, created if it is missing, but never without the repository: what is in its
  /// place would be in the way of one that comes back.
  package func cacheFolder(_ name: String) throws(OperationError) -> String {
    guard LocalFile.kind(at: "\(repository.gitDirectory)/HEAD") != nil else {
      throw OperationError(
        .notARepository,
        "the repository '\(repository.gitDirectory)' no longer exists"
      )
    }
    guard let directory = repository.workingDirectory else {
      let path = cachePath(name)
      try unifyingErrors { try LocalFile.makeDirectories(path) }
      return path
    }
    return try RegistryFolder(in: directory).preparing(Self.cacheName(name))
  }

  private static func cacheName(_ name: String) -> String { "cache/\(name)" }
}
