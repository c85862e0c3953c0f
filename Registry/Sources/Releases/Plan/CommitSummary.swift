package import APICompatibility
import Git

/// What the commits since a release say of themselves.
package struct CommitSummary: Hashable, Sendable {
  /// None where history does not tell, as after a rebase that left none.
  package let count: Int
  /// Those that say that they break who uses the component.
  package let breaking: Int
  /// Those that say that there is something new to use, and are compatible.
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

  /// What they ask of those who use the component; the most, where there are none to tell.
  package var level: InterfaceLevel {
    breaking > 0 || count == 0 ? .breaking : features > 0 ? .additive : .unchanged
  }
}
