package import APICompatibility

/// What the messages of the commits since a release declare.
package struct CommitSummary: Hashable, Sendable {
  /// Zero if the history does not show the commits, as after a rebase.
  package let count: Int
  /// Commits that declare an incompatible change and were not reverted since.
  package let breaking: Int
  /// Commits that declare a compatible feature and were not reverted since.
  package let features: Int

  init(_ changes: ReleaseChanges) {
    let subjects = changes.standing.map(ConventionalSubject.init)
    count = changes.all.count
    breaking = subjects.count(where: \.isBreaking)
    features = subjects.count { $0.isFeature && !$0.isBreaking }
  }

  /// The change that they declare; without commits, the greatest.
  package var level: InterfaceLevel {
    breaking > 0 || count == 0 ? .breaking : features > 0 ? .additive : .unchanged
  }
}
