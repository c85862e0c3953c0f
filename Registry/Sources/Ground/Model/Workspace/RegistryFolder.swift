package import Base
package import Git

/// The folder `.registry` of a working tree: everything in it can be created again, and git ignores
/// it.
package struct RegistryFolder {
  /// From the root of the working tree.
  package static let path = TreePath(known: ".registry")

  package let path: String

  /// - Parameter directory: The root of the working tree.
  package init(in directory: String) {
    path = "\(directory)/\(Self.path)"
  }

  /// Creates the folder, if it is missing.
  package func prepare() throws(OperationError) {
    try Self.make(path)
    try ignore("\(path)/.gitignore")
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
  /// Where a folder for files that can be created again is: below `.registry`, or in the git directory
  /// of a bare repository.
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
