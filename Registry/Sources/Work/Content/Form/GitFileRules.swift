package import Base
package import Git
import Model

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
