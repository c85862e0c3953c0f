import Git
import Model
import Versions

/// The components that the scopes of commits name, as in `feat(Payments): …`: a commit over many
/// folders says by it whose change it is.
struct ComponentScopes {
  private var owners: [String: Set<ComponentName>] = [:]

  /// Components have their names as scopes, and the names of their folders, in any case.
  init(_ manifest: Manifest) {
    for (name, component) in manifest.components {
      for key in [name.key, component.path.name.lowercased()] {
        owners[key, default: []].insert(name)
      }
    }
  }

  /// The components that a scope names; `nil` if it names none, as one of another kind.
  func components(_ scope: String?) -> Set<ComponentName>? {
    guard let scope else { return nil }
    let keys = scope.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
    let found = keys.reduce(into: Set<ComponentName>()) { $0.formUnion(owners[$1] ?? []) }
    return found.isEmpty ? nil : found
  }
}

/// The subject and the footers of a commit, parsed as a conventional commit if it is one.
struct ConventionalSubject {
  /// The changelog heading that lists it; `nil` for changes that do not concern users of the
  /// component.
  let heading: ChangelogHeading?
  let text: String
  /// The texts of its footers on the incompatible change, each in lines.
  let breakingTexts: [[String]]
  /// Whether it declares an incompatible change.
  let isBreaking: Bool
  /// Whether it declares a new feature.
  let isFeature: Bool
  /// Whether it is about the component, and not about others that its scope names.
  let isOwn: Bool

  /// Types of changes that clients do not notice.
  private static let inward: Set = ["build", "chore", "ci", "style", "test", "tests"]
  private static let headings: [String: ChangelogHeading] = [
    "add": .added, "feat": .added, "feature": .added,
    "deprecate": .deprecated, "remove": .removed,
    "fix": .fixed, "bugfix": .fixed, "hotfix": .fixed, "security": .security,
    "change": .changed, "docs": .changed, "perf": .changed, "refactor": .changed,
    "revert": .changed,
  ]

  /// That of a commit, and those of the commits that a forge made one of, where they declare more,
  /// or where it is about other components.
  static func all(
    of commit: Commit,
    for component: ComponentName,
    _ scopes: ComponentScopes
  ) -> [ConventionalSubject] {
    let first = ConventionalSubject(
      commit.summary,
      breakingTexts: CommitLines.breaking(in: commit.message),
      component,
      scopes
    )
    return [first]
      + CommitLines.squashed(in: commit.message)
      .map { ConventionalSubject($0, breakingTexts: [], component, scopes) }
      .filter { $0.rank > first.rank || !first.isOwn && $0.isOwn }
  }

  private init(
    _ subject: String,
    breakingTexts: [[String]],
    _ component: ComponentName,
    _ scopes: ComponentScopes
  ) {
    let parts = ConventionalParts(subject)
    let named = scopes.components(parts?.scope)
    isOwn = named?.contains(component) ?? true
    guard isOwn else {
      (heading, text, self.breakingTexts) = (nil, subject, [])
      (isBreaking, isFeature) = (false, false)
      return
    }
    self.breakingTexts = breakingTexts
    let isFootnoted = !breakingTexts.isEmpty
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
    // The entry is the component's: its name need not be repeated.
    text = (named == [component] ? "" : parts.scope.map { "\($0): " } ?? "") + parts.text
  }

  private var rank: Int { isBreaking ? 2 : isFeature ? 1 : 0 }

  /// The heading that a line names by its type, and the line without it; `nil` if it names none.
  fileprivate static func listed(_ line: String) -> (heading: ChangelogHeading, text: String)? {
    guard let parts = ConventionalParts(line), let heading = headings[parts.type] else {
      return nil
    }
    return (heading, (parts.scope.map { "\($0): " } ?? "") + parts.text)
  }
}

extension NotedChange {
  /// That of the type that its text begins with, or else of its level.
  var heading: ChangelogHeading {
    if let listed = ConventionalSubject.listed(text[0]) { return listed.heading }
    return switch level {
    case .major: .changed
    case .minor: .added
    case .patch: .fixed
    }
  }

  /// The first line of its text.
  package var title: String { ConventionalSubject.listed(text[0])?.text ?? text[0] }
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

/// The parts of a line `type(scope)!: text`.
///
/// By bytes: a release plan reads the messages of thousands of commits.
struct ConventionalParts: Hashable {
  /// In lower case.
  let type: String
  let scope: String?
  /// Whether it has the mark of a breaking change.
  let isMarked: Bool
  let text: String

  /// `nil` for a line of another form.
  init?(_ line: String) {
    var rest = line.utf8[...]
    let type = rest.prefix { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
    guard !type.isEmpty else { return nil }
    rest = rest[type.endIndex...]
    var scope: String?
    if rest.first == UInt8(ascii: "(") {
      let inner = rest.dropFirst().prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")") }
      rest = rest[inner.endIndex...]
      guard rest.first == UInt8(ascii: ")") else { return nil }
      rest = rest.dropFirst()
      scope = inner.isEmpty ? nil : String(decoding: inner, as: UTF8.self)
    }
    let isMarked = rest.first == UInt8(ascii: "!")
    if isMarked { rest = rest.dropFirst() }
    guard rest.starts(with: ": ".utf8) else { return nil }
    let text = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
    guard !text.isEmpty else { return nil }
    self.type = String(decoding: type, as: UTF8.self).lowercased()
    self.scope = scope
    self.isMarked = isMarked
    self.text = String(decoding: text, as: UTF8.self)
  }
}

/// The lines of a commit's message, by bytes: a release plan reads the messages of thousands of commits.
struct CommitLines {
  let lines: [Substring]
  /// For each line, whether it is in a code block or is the start or end of one.
  let isCode: [Bool]

  init(_ message: String) {
    lines = Changelog.lines(of: message).map { line in
      line.utf8.last == UInt8(ascii: "\r") ? Substring(line.utf8.dropLast()) : line
    }
    isCode = CodeFence.blocks(lines.map(String.init)).isCode
  }

  /// The texts of the lines `BREAKING CHANGE: text` and `BREAKING-CHANGE: text`, each in lines.
  ///
  /// Such a line counts wherever it starts, as it does for other tools, but in code. A footer
  /// begins a paragraph, or comes after another footer, and goes on until the next one
  /// (Conventional Commits 1.0.0); what starts within a paragraph ends with it.
  static func breaking(in message: String) -> [[String]] {
    let isBreaking = message.utf8.split(separator: UInt8(ascii: "\n")).dropFirst()
      .contains { Self.breakingText(of: Substring($0)) != nil }
    return isBreaking ? CommitLines(message).breaking : []
  }

  private var breaking: [[String]] {
    var texts: [[String]] = []
    var isOpen = false
    var isInParagraph = false
    // The subject may be followed at once.
    var mayBegin = true
    for (place, line) in lines.enumerated().dropFirst() {
      if isCode[place] {
        mayBegin = isOpen
      } else if line.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) {
        mayBegin = true
        if isInParagraph, texts.last?.withoutBlankEnds.isEmpty == false { isOpen = false }
      } else if let text = Self.breakingText(of: line) {
        texts.append([String(text)])
        isInParagraph = !mayBegin
        isOpen = true
        mayBegin = true
        continue
      } else if mayBegin, Self.isFooter(line) || Self.isSquashed(line) {
        isOpen = false
      } else if !isOpen {
        mayBegin = false
      }
      if isOpen { texts[texts.count - 1].append(String(line)) }
    }
    return texts.map(\.withoutBlankEnds).filter { !$0.isEmpty }
  }

  /// The subjects of the commits that a forge made one of, as it lists them in the message, without
  /// those that later ones revert.
  static func squashed(in message: String) -> [String] {
    let hasList = message.utf8.split(separator: UInt8(ascii: "\n")).dropFirst()
      .contains { $0.starts(with: Self.bullet) }
    guard hasList else { return [] }
    let text = CommitLines(message)
    var subjects: [String] = []
    for (place, line) in text.lines.enumerated().dropFirst()
    where !text.isCode[place] && line.utf8.starts(with: Self.bullet) {
      let subject = String(Substring(line.utf8.dropFirst(2)))
      if let reverted = Revert.subject(of: subject) {
        let place = subjects.lastIndex { Revert.withoutNumber($0) == reverted }
        if let place { subjects.remove(at: place) }
      } else {
        subjects.append(subject)
      }
    }
    return subjects
  }

  private static let bullet = "* ".utf8

  /// `nil` for a line that does not start with the token.
  private static func breakingText(of line: Substring) -> Substring? {
    guard line.utf8.first == UInt8(ascii: "B") else { return nil }
    for token in ["BREAKING CHANGE:", "BREAKING-CHANGE:"] where line.utf8.starts(with: token.utf8) {
      let rest = line.utf8.dropFirst(token.utf8.count)
      guard let first = rest.first else { return "" }
      return first == UInt8(ascii: " ") ? Substring(rest.dropFirst()) : nil
    }
    return nil
  }

  /// Whether a line is `Token: text` or `Token #text`.
  private static func isFooter(_ line: Substring) -> Bool {
    let token = line.utf8.prefix { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "-")
    }
    let rest = line.utf8.dropFirst(token.count)
    return !token.isEmpty && (rest.starts(with: ": ".utf8) || rest.starts(with: " #".utf8))
  }

  /// Whether a line is the subject of one of the commits that a forge made one of.
  private static func isSquashed(_ line: Substring) -> Bool {
    line.utf8.starts(with: bullet)
      && ConventionalParts(String(Substring(line.utf8.dropFirst(2)))) != nil
  }
}
