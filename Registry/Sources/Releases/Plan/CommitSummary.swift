package import APICompatibility
import Git

/// What the messages of the commits since a release declare.
package struct CommitSummary: Hashable, Sendable {
  /// Zero if the history does not show the commits, as after a rebase.
  package let count: Int
  /// Commits that declare an incompatible change.
  package let breaking: Int
  /// Commits that declare a compatible feature.
  package let features: Int

  package init(count: Int, breaking: Int = 0, features: Int = 0) {
    self.count = count
    self.breaking = breaking
    self.features = features
  }

  init(_ commits: [Commit]) {
    let subjects = commits.map(ConventionalSubject.init)
    self.init(
      count: commits.count,
      breaking: subjects.count(where: \.isBreaking),
      features: subjects.count { $0.isFeature && !$0.isBreaking }
    )
  }

  /// The change that they declare; without commits, the greatest.
  package var level: InterfaceLevel {
    breaking > 0 || count == 0 ? .breaking : features > 0 ? .additive : .unchanged
  }
}
