package import Git
package import GitValues
package import Workspace

/// Refuses what `git fsck --strict` refuses in the files that git itself reads: a branch with such a
/// file can never be pushed to a server that checks what it receives.
package enum GitFileRules {
  /// What is wrong with a file or a link at a path; `nil` if nothing is.
  ///
  /// - Parameter content: Read only for the files that git reads.
  package static func refusal(
    of path: TreePath,
    _ mode: FileMode,
    content: () throws -> [UInt8]
  ) rethrows -> OperationError? {
    for folder in path.ancestors.reversed() {
      if let file = GitFile(named: folder.name) { return refusal(of: folder, file.faultOfFolder) }
    }
    guard let file = GitFile(named: path.name) else { return nil }
    let fault =
      switch mode {
      case .link: file.faultOfLink
      case .tree, .submodule: file.faultOfFolder
      case .file, .executable: try file.fault(in: content())
      }
    return fault.map { refusal(of: path, $0) }
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

  /// Those among the files and links right in the root of a tree, which the registry writes to.
  package static func refusals(
    atRootOf tree: ObjectID,
    in repository: borrowing Repository
  ) throws -> [OperationError] {
    try repository.items(of: tree, at: .root).compactMap { item in
      try refusal(of: item.path, item.mode) { try repository.blob(item.id) }
    }
  }

  private static func refusal(of path: TreePath, _ fault: String) -> OperationError {
    .malformedGitFile(path, fault)
  }
}
