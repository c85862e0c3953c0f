package import Git
package import Model
package import Versions

/// A component's version that a tag names, in a form that another tool may have used.
package struct TaggedVersion: Hashable, Sendable {
  package let component: ComponentName
  package let version: SemanticVersion
  /// Without `refs/tags/`.
  package let tag: String
  /// The commit that the tag leads to.
  package let commit: ObjectID
  /// When the tag was made, or else its commit.
  package let date: RecordDate
  /// Whether the tag names no component, and applies to all components of its commit.
  package let isOfAll: Bool

  package init(
    _ component: ComponentName,
    _ version: SemanticVersion,
    tag: String,
    commit: ObjectID,
    date: RecordDate,
    isOfAll: Bool
  ) {
    (self.component, self.version, self.tag) = (component, version, tag)
    (self.commit, self.date, self.isOfAll) = (commit, date, isOfAll)
  }
}
