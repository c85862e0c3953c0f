import Git

/// The subject of a commit, parsed as a conventional commit if it is one.
struct ConventionalSubject {
  /// Where the changelog lists it; nothing for what does not concern those who use the component.
  let heading: ChangelogHeading?
  let text: String
  /// Whether it says that it breaks who uses the component.
  let isBreaking: Bool
  /// Whether it says that there is something new to use.
  let isFeature: Bool

  /// Types that say of a change that clients do not notice it.
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
    let isFootnoted = commit.message.utf8.split(separator: UInt8(ascii: "\n")).dropFirst()
      .contains { line in
        line.starts(with: "BREAKING CHANGE: ".utf8) || line.starts(with: "BREAKING-CHANGE: ".utf8)
      }
    let parts = ConventionalParts(subject)
    let known = parts.flatMap { Self.headings[$0.type] }
    let isInward = parts.map { Self.inward.contains($0.type) } ?? false
    guard let parts, known != nil || isInward else {
      // A word before a colon is no type if it is none of the known ones.
      (isBreaking, isFeature) = (isFootnoted, false)
      heading = .changed
      text = Self.marked(subject, isBreaking)
      return
    }
    isBreaking = isFootnoted || parts.isMarked
    isFeature = known == .added
    heading = known ?? (isBreaking ? .changed : nil)
    text = Self.marked((parts.scope.map { "\($0): " } ?? "") + parts.text, isBreaking)
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
