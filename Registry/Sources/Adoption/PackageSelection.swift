package import Errors
import GitValues
import PackageRules
import Workspace

/// Selects packages of a repository, by patterns as in `.gitignore`.
package struct PackageSelection: Sendable {
  private var included = FolderPatterns()
  private var privates = FolderPatterns()
  /// As they were typed.
  private(set) var exclusions: [String] = []

  package init() {}

  /// - Parameters:
  ///   - included: If there are any, only folders that one of them matches, and what is below.
  ///   - excluded: No folder that one of them matches, nor what is below.
  ///   - privates: The packages in these folders, and below, are never released.
  package init(
    included: [String],
    excluded: [String],
    private privates: [String] = []
  ) throws(OperationError) {
    self.privates = try FolderPatterns(privates)
    self.included = try FolderPatterns(included)
    _ = try FolderPatterns(excluded)
    exclusions = excluded
  }

  /// Whether only named packages are selected, including fixtures.
  var isExplicit: Bool { !included.isEmpty }

  func includes(_ path: TreePath) -> Bool {
    included.isEmpty || included.match(path)
  }

  func isPrivate(_ path: TreePath) -> Bool {
    privates.match(path)
  }
}
