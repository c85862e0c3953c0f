package import Base
import Content
package import Git
package import Model
package import Versions

/// How a repository is to be adopted.
package struct AdoptionOptions: Sendable {
  /// Where the names of components come from.
  package enum NameSource: String, CaseIterable, Hashable, Sendable {
    case folder
    /// All folders from the root of the repository.
    case path
    case package
  }

  /// If there are any, only packages in these folders, and below.
  private(set) var included = FolderPatterns()
  /// The packages in these folders, and below, are never released.
  private(set) var privates = FolderPatterns()
  /// Patterns of folders without packages, as they were typed.
  private(set) var exclusions: [String] = []
  /// Whether a repository without packages gets a manifest too, for what others publish to it.
  package var mayBeEmpty = false
  /// `nil` for the scope that follows from the repository.
  package var scope: ScopeName?
  package var nameSource = NameSource.folder
  /// Whether packages inside the folders of others are listed too.
  package var listsNested = false
  /// Whether layers are derived from the dependencies.
  package var makesLayers = false
  /// The forms of tags that become releases; empty to recognize the common ones only.
  package var tagPatterns: [TagPattern] = []
  package var baselines: [BaselineChoice] = []
  /// Whether the toolchain may run manifests that compute what a release needs; written to the
  /// registry's manifest.
  package var evaluates = false
  /// The same, asked if the packages have such manifests and nothing else says that they may be run.
  package var mayEvaluate: @Sendable ([TreePath]) -> Bool = { _ in false }
  /// Whom releases are for; `nil` to propose that for a repository without a manifest.
  package var release: ReleaseKind?
  /// Whether a first manifest lists the licence and the notice of the root for components without.
  package var listsRootFiles = true

  package init() {}

  /// Selects packages by patterns as in `.gitignore`: of folders, and of what is below.
  package mutating func select(
    included: [String],
    excluded: [String],
    private privates: [String]
  ) throws(OperationError) {
    self.privates = try FolderPatterns(privates)
    self.included = try FolderPatterns(included)
    _ = try FolderPatterns(excluded)
    exclusions = excluded
  }
}
