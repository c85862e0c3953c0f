import Checks
import Git
package import Model
import SemverRules
package import Versions

/// The changelog entry of a release.
package struct ChangelogEntry: Sendable {
  let component: ComponentName
  let version: SemanticVersion
  let date: RecordDate
  private let notes: [String]
  /// Each item may have further lines, which belong to it.
  private let sections: [(heading: String, items: [String])]

  /// - Parameters:
  ///   - notes: A paragraph or more each.
  ///   - commits: Those that count, newest first; listed oldest first, each subject once.
  init(
    component: ComponentName,
    version: SemanticVersion,
    date: RecordDate,
    notes: [String],
    evidence: InterfaceEvidence? = nil,
    commits: [Commit]
  ) {
    self.component = component
    self.version = version
    self.date = date
    self.notes = Array(notes.map(Self.lines).filter { !$0.isEmpty }.joined(separator: [""]))
    let subjects = commits.reversed().flatMap(ConventionalSubject.all)
    // A release of inward changes alone says what those were.
    let areAllInward = subjects.allSatisfy { $0.heading == nil }
    let interface = Self.items(of: evidence)
    let lists: [(String, [String])] = ChangelogHeading.allCases.compactMap { heading in
      var items: [String] = []
      for subject in subjects
      where (subject.heading ?? (areAllInward ? .changed : nil)) == heading {
        let item = Self.item(subject)
        if !items.contains(item) { items.append(item) }
      }
      return items.isEmpty ? nil : (heading.rawValue, items)
    }
    sections = lists + (interface.isEmpty ? [] : [("Public API", interface)])
  }

  /// The heading of the entry, up to the date.
  package static func title(
    _ component: ComponentName,
    _ version: SemanticVersion,
    in form: ChangelogPlacement
  ) -> String {
    switch form {
    case .repository: "### \(component) \(version)"
    case .components: "## \(version)"
    }
  }

  /// The entry from its heading on, without empty lines around it.
  func lines(in form: ChangelogPlacement) -> [String] {
    var lines = ["\(Self.title(component, version, in: form)) - \(date.description.prefix(10))"]
    if !notes.isEmpty { lines += [""] + notes }
    for (heading, items) in sections {
      lines +=
        ["", "\(form == .components ? "###" : "####") \(heading)", ""]
        + items.flatMap(Self.listed)
    }
    if notes.isEmpty, sections.isEmpty { lines += ["", "No changes."] }
    return lines
  }

  /// What the record of the release has of it, from which a mixed-up changelog is restored; `nil` if it
  /// is too long for one.
  var recordedNotes: String? {
    let text = lines(in: .components).dropFirst(2).joined(separator: "\n")
    return text.isEmpty || text.utf8.count > Self.longestNotes ? nil : text
  }

  /// In bytes; a line of a log may be a little longer.
  private static let longestNotes = 1 << 17

  /// The notes and the lists of changes, as a commit's message has them.
  var paragraphs: [String] {
    let lists = sections.map { heading, items in
      (["\(heading):"] + items.flatMap(Self.listed)).joined(separator: "\n")
    }
    return (notes.isEmpty ? [] : [notes.joined(separator: "\n")]) + lists
  }

  /// An item of a list.
  static func item(_ text: String, isBreaking: Bool) -> String {
    (isBreaking ? "**Breaking:** " : "")
      + MarkdownText.escaped(controlled(text), begins: !isBreaking)
  }

  /// A commit's subject, and below it what breaks.
  private static func item(_ subject: ConventionalSubject) -> String {
    let texts = subject.breakingTexts.filter { $0 != [subject.text] }.map { lines in
      let isCode = CodeFence.blocks(lines).isCode
      return zip(lines, isCode).map { line, isCode in
        let plain = controlled(line)
        return isCode ? plain : MarkdownText.escaped(plain, begins: true)
      }
    }
    return ([[item(subject.text, isBreaking: subject.isBreaking)]] + texts)
      .joined(separator: [""]).joined(separator: "\n")
  }

  /// The lines below the first one are indented, as what belongs to the item.
  private static func listed(_ item: String) -> [String] {
    let lines = Changelog.lines(of: item)
    return ["- \(lines[0])"] + lines.dropFirst().map { $0.isEmpty ? "" : "  \($0)" }
  }

  /// The notes of a person, without anything that would end the entry or hide what follows.
  private static func lines(of notes: String) -> [String] {
    let lines = notes.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line in
        let plain = plain(String(line))
        let level = plain.prefix { $0 == "#" }.count
        return 1...3 ~= level ? "\\" + plain : plain
      }
    let isEmpty: (String) -> Bool = { $0.allSatisfy(\.isWhitespace) }
    let text = Array(lines.drop(while: isEmpty).reversed().drop(while: isEmpty).reversed())
    return text + [CodeFence.blocks(text).closing].compactMap(\.self)
  }

  private static func controlled(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar.properties.generalCategory == .control && scalar != "\t" ? " " : scalar)
    }
    return String(scalars)
  }

  private static func plain(_ text: String) -> String {
    // By scalars: a mark behind a comment's start makes another character of it.
    let scalars = controlled(text).unicodeScalars
    return String(scalars.replacing("<!--".unicodeScalars, with: "\\<!--".unicodeScalars))
  }
}

/// What the changelog says of the public interface.
extension ChangelogEntry {
  private static let mostChanges = 50

  /// - Returns: `nil` if there is nothing to say.
  static func items(of evidence: InterfaceEvidence?) -> [String] {
    guard let evidence else { return [] }
    let changes = evidence.difference.changes
    var items = changes.prefix(mostChanges).map { change in
      item(change.line, isBreaking: change.level == .breaking)
    }
    if changes.count > mostChanges { items.append("And \(changes.count - mostChanges) more") }
    if !evidence.difference.breakages.isEmpty, let reason = evidence.accepted {
      items.append(item("Accepted as compatible: \(reason)", isBreaking: false))
    }
    return items
  }
}

/// The message of a release commit.
extension ChangelogEntry {
  /// One paragraph under the other, each release below a line of its own where there are several.
  static func message(of entries: [ChangelogEntry]) -> String {
    var paragraphs = ["Release \(subject(of: entries))"]
    for entry in entries {
      if entries.count > 1 { paragraphs.append("\(entry.component) \(entry.version)") }
      paragraphs += entry.paragraphs
    }
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  /// The releases, shortened to the length of a line.
  static func subject(of entries: [ChangelogEntry]) -> String {
    let names = entries.map { "\($0.component) \($0.version)" }
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.count > 3
      ? "\(names.count) components" : names.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
