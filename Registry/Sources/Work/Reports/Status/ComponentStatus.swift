package import Git
package import Model
package import Versions

/// The status of one component: its last release, its commits since, and its uncommitted files.
package struct ComponentStatus: Hashable, Sendable {
  /// How what is committed compares with the greatest release of the branch, or else with the baseline.
  package enum State: Hashable, Sendable {
    case neverReleased
    /// It is never released.
    case isPrivate
    case unchanged
    /// How many commits it took; `nil` if history does not tell, as in a shallow clone or
    /// after a rebase.
    case changed(commits: Int?)
    /// Nothing is committed at the component's path.
    case missing
  }

  package let name: ComponentName
  package let path: TreePath
  package let layer: LayerName?
  /// The group whose versions it shares.
  package var group: GroupName?
  /// Whom its releases are for.
  package var release = ReleaseKind.public
  /// What the manifest says: the greatest release when it was made.
  package let version: SemanticVersion?
  /// The highest release that is not withdrawn; a pre-release only where there is nothing else.
  package let latest: SemanticVersion?
  /// The baseline of a component that was never released.
  package let baseline: SemanticVersion?
  package let state: State
  /// Files that differ from what is committed, new ones included and ignored ones not.
  package let uncommittedFiles: Int
}
