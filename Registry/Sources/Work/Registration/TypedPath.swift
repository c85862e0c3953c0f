package import Base
package import Git
package import Model

extension Workspace {
  /// The path from the root of the repository that a person typed, which need not exist.
  ///
  /// - Parameter directory: The folder that it is typed in.
  package func path(typed text: String, in directory: String) throws(OperationError) -> TreePath {
    try unifyingErrors {
      guard let root = repository.workingDirectory else { return try TreePath(text) }
      let absolute =
        try TreePath.isAbsolute(text) ? text : "\(LocalFile.realPath(directory))/\(text)"
      // A path that does not exist yet may be in a folder that is reached through links.
      var existing: [Substring] = []
      for name in TreePath.names(in: absolute) where name != "." {
        if name == ".." {
          _ = existing.popLast()
        } else {
          existing.append(name)
        }
      }
      var rest: [Substring] = []
      while let name = existing.last,
        LocalFile.kind(at: "/" + existing.joined(separator: "/")) == nil
      {
        rest.insert(name, at: 0)
        existing.removeLast()
      }
      let real = try LocalFile.realPath("/" + existing.joined(separator: "/"))
      let path = ([Substring(real)] + rest).joined(separator: "/")
      guard let found = try ManifestLocation.path(path, below: LocalFile.realPath(root)) else {
        throw OperationError(
          .invalidPath,
          "'\(text)' lies outside of the repository '\(root)'"
        )
      }
      guard !found.isRoot else {
        throw OperationError(
          .invalidPath,
          "'\(text)' is the root of the repository, expected a folder below it",
          help: "the folder of a component must not contain the registry's own data"
        )
      }
      return found
    }
  }
}
