import Base
import Git
import Model

/// The files of the root, such as the licence, that are added to each published form whose
/// component has none of its own.
struct RootFiles {
  /// Names in the root of the repository.
  let names: [TreePath]
  /// Of the whole commit.
  let root: ObjectID

  /// The files that are added to a component with this tree.
  ///
  /// A component has its own file if one has the same name, in any case and with any extension:
  /// with `LICENSE.md`, it needs no `LICENSE`.
  ///
  /// - Parameter refuse: Called for each of the files that is not committed.
  func added(
    to tree: ObjectID,
    in repository: borrowing Repository,
    _ refuse: (TreePath, OperationError) throws -> Void = { throw $1 }
  ) throws -> [TreePath: PublishedObject] {
    if names.isEmpty { return [:] }
    let own = Set(try repository.entries(of: tree).map { Self.stem(of: $0.name) })
    var added: [TreePath: PublishedObject] = [:]
    for path in names where !own.contains(Self.stem(of: path.name)) {
      guard let entry = try repository.entry(at: path, in: root), entry.mode.isFile else {
        let error = OperationError(
          .noRootFile,
          "'\(path)' of \"rootFiles\" is not a file in the root of the repository",
          help: "commit it, or remove it from \"rootFiles\""
        )
        try refuse(path, error)
        continue
      }
      added[path] = PublishedObject(entry.mode == .executable ? .executable : .file, entry.id)
    }
    return added
  }

  private static func stem(of name: some StringProtocol) -> String {
    let stem = name.prefix { $0 != "." }
    return stem.isEmpty ? name.lowercased() : stem.lowercased()
  }
}
