import Git

/// The subject and the footers of a commit, parsed as a conventional commit if it is one.
struct ConventionalSubject {
  /// The changelog heading that lists it; `nil` for changes that do not concern users of the
  /// component.
  let heading: ChangelogHeading?
  let text: String
  /// What its footers say of the incompatible change, each in lines.
  let breakingTexts: [[String]]
  /// Whether it declares an incompatible change.
  let isBreaking: Bool
  /// Whether it declares a new feature.
  let isFeature: Bool

  /// Types of changes that clients do not notice.
  private static let inward: Set = ["build", "chore", "ci", "style", "test", "tests"]
  private static let headings: [String: ChangelogHeading] = [
    "add": .added, "feat": .added, "feature": .added,
    "deprecate": .deprecated, "remove": .removed,
    "fix": .fixed, "bugfix": .fixed, "hotfix": .fixed, "security": .security,
    "change": .changed, "docs": .changed, "perf": .changed, "refactor": .changed,
    "revert": .changed,
  ]

  /// That of a commit, and those of the commits that a forge made one of, where they declare more.
  static func all(of commit: Commit) -> [ConventionalSubject] {
    let own = ConventionalSubject(
      commit.summary,
      breakingTexts: CommitLines.breaking(in: commit.message)
    )
    return [own]
      + CommitLines.squashed(in: commit.message).map { ConventionalSubject($0) }
      .filter { $0.rank > own.rank }
  }

  private init(_ subject: String, breakingTexts: [[String]] = []) {
    self.breakingTexts = breakingTexts
    let isFootnoted = !breakingTexts.isEmpty
    let parts = ConventionalParts(subject)
    let known = parts.flatMap { Self.headings[$0.type] }
    let isInward = parts.map { Self.inward.contains($0.type) } ?? false
    guard let parts, known != nil || isInward else {
      // A word before a colon is a type only if it is a known one.
      (isBreaking, isFeature) = (isFootnoted, false)
      heading = .changed
      text = subject
      return
    }
    isBreaking = isFootnoted || parts.isMarked
    isFeature = known == .added
    heading = known ?? (isBreaking ? .changed : nil)
    text = (parts.scope.map { "\($0): " } ?? "") + parts.text
  }

  private var rank: Int { isBreaking ? 2 : isFeature ? 1 : 0 }
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
