import Files
import Git
import GitValues

/// The folder `.registry` of a working tree: all in it can be made anew, and git passes over it.
package struct RegistryFolder {
  /// From the root of the working tree.
  static let path = TreePath(known: ".registry")

  package let path: String

  /// - Parameter directory: The root of the working tree.
  package init(in directory: String) {
    path = "\(directory)/\(Self.path)"
  }

  /// Makes the folder, if need be.
  package func prepare() throws(OperationError) {
    try Self.make(path)
    try ignore("\(path)/.gitignore")
  }

  /// Has git pass over the folder, unless a person has said what it is to do.
  ///
  /// Several runs may do so at once, before any of them has a lock, and any of them may be killed:
  /// all write the same bytes at the same place, and an empty file is filled by the next one.
  private func ignore(_ file: String) throws(OperationError) {
    if let facts = FileFacts.of(file), facts.size > 0 || facts.kind != .file { return }
    try unifyingErrors { try LocalFile.fill(file, with: Array("*\n".utf8)) }
  }

  /// Makes the folder and one below it, and returns that one's path.
  package func preparing(_ folder: String) throws(OperationError) -> String {
    try prepare()
    var path = path
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      try Self.make(path)
    }
    return path
  }

  /// Makes a folder, and refuses a link in its place, which would lead the files elsewhere.
  private static func make(_ path: String) throws(OperationError) {
    if let kind = LocalFile.kind(at: path), kind != .directory {
      throw OperationError(
        .notADirectory,
        "'\(path)' is not a folder, expected one for registry's caches",
        help: "move it out of the way"
      )
    }
    try unifyingErrors { try LocalFile.makeDirectory(path) }
  }
}

extension Workspace {
  /// A folder for what can be made anew, which is there afterwards: below `.registry`, or in the git
  /// directory of a bare repository.
  package func cacheFolder(_ name: String) throws(OperationError) -> String {
    guard let directory = repository.workingDirectory else {
      let path = "\(repository.gitDirectory)/registry-cache/\(name)"
      try unifyingErrors { try LocalFile.makeDirectories(path) }
      return path
    }
    return try RegistryFolder(in: directory).preparing("cache/\(name)")
  }
}
