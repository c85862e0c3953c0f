package import Base
package import Git
package import Versions

/// Refusals that several operations have in common.
extension OperationError {
  package static let bare = OperationError(
    .bareRepository,
    "the repository is bare and has no working files",
    help: "work in a clone of it"
  )

  /// A branch without a commit.
  ///
  /// - Parameters:
  ///   - branch: Its short name; `nil` for the one that is checked out.
  ///   - consequence: What cannot be done without a commit.
  package static func noCommit(
    on branch: String? = nil,
    _ consequence: String? = nil,
    help: String? = "commit the components and the manifest first"
  ) -> OperationError {
    OperationError(
      .unbornBranch,
      "the branch\(branch.map { " '\($0)'" } ?? "") has no commit yet"
        + (consequence.map { ", \($0)" } ?? ""),
      help: help
    )
  }

  /// A component's folder without a package.
  package static func noManifestFile(in folder: TreePath) -> OperationError {
    OperationError(
      .noPackage,
      "the folder '\(folder)' has no 'Package.swift'",
      help: "commit the package there, or correct the component's path in the manifest"
    )
  }

  /// A file that git itself reads and `git fsck --strict` refuses.
  ///
  /// - Parameter fault: The end of a sentence.
  package static func malformedGitFile(_ path: TreePath, _ fault: String) -> OperationError {
    OperationError(
      .malformedGitFile,
      "'\(path)' \(fault)",
      help: "correct or remove it: servers refuse a push with such a file"
    )
  }

  /// - Parameter last: The last release, whose content the next one would have.
  package static func nothingChanged(since last: SemanticVersion) -> OperationError {
    OperationError(
      .nothingChanged,
      "nothing has changed since '\(last)'",
      help: "'\(last)' already contains exactly these files"
    )
  }
}
