import Git

/// What a commit says of itself, read as a conventional commit where it is one.
struct ConventionalSubject {
  /// Where the changelog lists it; nothing for what does not concern those who use the component.
  let heading: ChangelogHeading?
  let text: String

  /// Types that say of a change that nobody outside notices it.
  private static let inward: Set = ["build", "chore", "ci", "style", "test", "tests"]
  private static let headings: [String: ChangelogHeading] = [
    "add": .added, "feat": .added, "feature": .added,
    "deprecate": .deprecated, "remove": .removed,
    "fix": .fixed, "bugfix": .fixed, "hotfix": .fixed, "security": .security,
    "change": .changed, "docs": .changed, "perf": .changed, "refactor": .changed,
    "revert": .changed,
  ]

  init(_ commit: Commit) {
    let subject = commit.summary
    let isBreaking = commit.message.split(separator: "\n").dropFirst().contains { line in
      line.hasPrefix("BREAKING CHANGE: ") || line.hasPrefix("BREAKING-CHANGE: ")
    }
    guard let match = subject.wholeMatch(of: /([A-Za-z]+)(?:\(([^()]*)\))?(!)?: +(.+)/) else {
      heading = .changed
      text = Self.marked(subject, isBreaking)
      return
    }
    let type = match.output.1.lowercased()
    let scope = match.output.2.flatMap { $0.isEmpty ? nil : "\($0): " } ?? ""
    let isMarked = isBreaking || match.output.3 != nil
    if let known = Self.headings[type] {
      heading = known
      text = Self.marked(scope + match.output.4, isMarked)
    } else if Self.inward.contains(type) {
      heading = isMarked ? .changed : nil
      text = Self.marked(scope + match.output.4, isMarked)
    } else {
      // A word before a colon is no type if it is none of the known ones.
      heading = .changed
      text = Self.marked(subject, isBreaking)
    }
  }

  private static func marked(_ text: String, _ isBreaking: Bool) -> String {
    isBreaking ? "**Breaking:** \(text)" : text
  }
}

/// The headings that keepachangelog.com gives, in its order.
enum ChangelogHeading: String, CaseIterable {
  case added = "Added"
  case changed = "Changed"
  case deprecated = "Deprecated"
  case removed = "Removed"
  case fixed = "Fixed"
  case security = "Security"
}
