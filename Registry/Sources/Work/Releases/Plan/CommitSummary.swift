package import SemverRules

/// What the messages of the commits since a release declare.
package struct CommitSummary: Hashable, Sendable {
  /// Zero if the history does not show the commits, as after a rebase.
  package let count: Int
  /// Commits that declare an incompatible change and were not reverted since.
  package let breaking: Int
  /// Commits that declare a compatible feature and were not reverted since.
  package let features: Int

  init(_ changes: ReleaseChanges) {
    let commits = changes.standing.map(ConventionalSubject.all)
    count = changes.all.count
    breaking = commits.count { $0.contains(where: \.isBreaking) }
    features = commits.count { subjects in
      subjects.contains(where: \.isFeature) && !subjects.contains(where: \.isBreaking)
    }
  }

  /// The change that they declare; without commits, the greatest.
  package var level: InterfaceLevel {
    breaking > 0 || count == 0 ? .breaking : features > 0 ? .additive : .unchanged
  }
}
