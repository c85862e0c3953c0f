import Base
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
  private let sections: [Section]

  /// A list of changes below a heading.
  private struct Section {
    let heading: String
    /// In a few words, what the folded items are.
    var summary: String?
    /// The lines that a reader opens first, if there is a summary.
    var folded: [String] = []
    /// Each may have further lines, which belong to it.
    let items: [String]

    /// As a list, or as HTML that forges and our pages fold, with lists in it.
    var lines: [String] {
      let list = items.flatMap(ChangelogEntry.listed)
      guard let summary else { return list }
      return ["<details>", "<summary>\(summary)</summary>", ""]
        + folded.flatMap(ChangelogEntry.listed)
        + ["", "</details>"] + (list.isEmpty ? [] : [""] + list)
    }
  }

  /// - Parameters:
  ///   - notes: A paragraph or more each.
  ///   - noted: Listed in place of the commits.
  ///   - commits: Those that count, newest first; listed oldest first, each subject once.
  init(
    component: ComponentName,
    version: SemanticVersion,
    date: RecordDate,
    notes: [String],
    evidence: InterfaceEvidence? = nil,
    noted: [NotedChange] = [],
    commits: [Commit],
    scopes: ComponentScopes
  ) {
    self.component = component
    self.version = version
    self.date = date
    self.notes = Array(notes.map(Self.lines).filter { !$0.isEmpty }.joined(separator: [""]))
    var subjects = commits.reversed()
      .flatMap { ConventionalSubject.all(of: $0, for: component, scopes) }
    if !noted.isEmpty {
      // What no note says of an incompatible change, its commit has to.
      let hasBreaking = noted.contains { $0.level == .major }
      subjects.removeAll { hasBreaking || !$0.isBreaking }
    }
    // A release of inward changes alone says what those were.
    let areAllInward = noted.isEmpty && subjects.allSatisfy { $0.heading == nil }
    let changes =
      noted.map { (heading: $0.heading, item: Self.item($0)) }
      + subjects.compactMap { subject in
        (subject.heading ?? (areAllInward ? .changed : nil))
          .map { (heading: $0, item: Self.item(subject)) }
      }
    let lists: [Section] = ChangelogHeading.allCases.compactMap { heading in
      var items: [String] = []
      for change in changes where change.heading == heading && !items.contains(change.item) {
        items.append(change.item)
      }
      return items.isEmpty ? nil : Section(heading: heading.rawValue, items: items)
    }
    sections = lists + [Self.section(of: evidence)].compactMap(\.self)
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
    for section in sections {
      lines +=
        ["", "\(form == .components ? "###" : "####") \(section.heading)", ""] + section.lines
    }
    if notes.isEmpty, sections.isEmpty { lines += ["", "No changes."] }
    return lines
  }

  /// The text for the record of the release, from which a mixed-up changelog is restored; `nil` if it
  /// is too long for one.
  var recordedNotes: String? {
    let text = lines(in: .components).dropFirst(2).joined(separator: "\n")
    return text.isEmpty || text.utf8.count > Self.longestNotes ? nil : text
  }

  /// In bytes; a line of a log may be a little longer.
  private static let longestNotes = 1 << 17

  /// The notes and the lists of changes, as a commit's message has them.
  var paragraphs: [String] {
    let lists = sections.map { section in
      let items = [section.summary].compactMap(\.self) + section.items
      return (["\(section.heading):"] + items.flatMap(Self.listed)).joined(separator: "\n")
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
    let texts = subject.breakingTexts.filter { $0 != [subject.text] }.map(escaped)
    return ([[item(subject.text, isBreaking: subject.isBreaking)]] + texts)
      .joined(separator: [""]).joined(separator: "\n")
  }

  /// The first line of a change note, and below it the rest.
  private static func item(_ change: NotedChange) -> String {
    ([item(change.title, isBreaking: change.level == .major)]
      + escaped(Array(change.text.dropFirst()))).joined(separator: "\n")
  }

  /// Lines that stand for themselves in Markdown, apart from blocks of code.
  private static func escaped(_ lines: [String]) -> [String] {
    zip(lines, CodeFence.blocks(lines).isCode).map { line, isCode in
      let plain = controlled(line)
      return isCode ? plain : MarkdownText.escaped(plain, begins: true)
    }
  }

  /// The lines below the first one are indented, as what belongs to the item.
  fileprivate static func listed(_ item: String) -> [String] {
    let lines = Changelog.lines(of: item)
    return ["- \(lines[0])"] + lines.dropFirst().map { $0.isEmpty ? "" : "  \($0)" }
  }

  /// The notes of a person, without anything that would end the entry or hide what follows.
  private static func lines(of notes: String) -> [String] {
    let text = notes.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line in
        let plain = plain(String(line))
        let level = plain.prefix { $0 == "#" }.count
        return 1...3 ~= level ? "\\" + plain : plain
      }
      .withoutBlankEnds
    return text + [CodeFence.blocks(text).closing].compactMap(\.self)
  }

  private static func controlled(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar.properties.generalCategory == .control && scalar != "\t" ? " " : scalar)
    }
    return String(scalars).withoutDirectionControls
  }

  private static func plain(_ text: String) -> String {
    // By scalars: a mark behind a comment's start makes another character of it.
    let scalars = controlled(text).unicodeScalars
    return String(scalars.replacing("<!--".unicodeScalars, with: "\\<!--".unicodeScalars))
  }
}

/// The lines on the public interface.
extension ChangelogEntry {
  private static let mostChanges = 50
  /// More are folded.
  private static let mostOpenChanges = 5

  /// - Returns: `nil` if there is nothing to say.
  private static func section(of evidence: InterfaceEvidence?) -> Section? {
    guard let difference = evidence?.difference else { return nil }
    let changes = difference.changes
    var items = changes.prefix(mostChanges).map { change in
      item(change.line, isBreaking: change.level == .breaking)
    }
    if changes.count > mostChanges { items.append("And \(changes.count - mostChanges) more") }
    var accepted: [String] = []
    if !difference.breakages.isEmpty, let reason = evidence?.accepted {
      accepted = [item("Accepted as compatible: \(reason)", isBreaking: false)]
    }
    guard changes.count > mostOpenChanges else {
      let all = items + accepted
      return all.isEmpty ? nil : Section(heading: interfaceHeading, items: all)
    }
    let breakages = difference.breakages.count
    let additions = changes.count - breakages
    let counts = [
      breakages > 0 ? "\(breakages) incompatible change\(breakages == 1 ? "" : "s")" : nil,
      additions > 0 ? "\(additions) addition\(additions == 1 ? "" : "s")" : nil,
    ].compactMap(\.self)
    return Section(
      heading: interfaceHeading,
      summary: counts.joined(separator: " and "),
      folded: items,
      items: accepted
    )
  }

  private static let interfaceHeading = "Public API"

  /// Whether a line only folds others: it is no content, as headings are not.
  static func isFolding(_ line: Substring) -> Bool {
    ["<details>", "</details>"].contains(line) || summary(in: line) != nil
  }

  /// The words of the line above folded ones; `nil` for any other line.
  package static func summary(in line: Substring) -> Substring? {
    let (start, end) = ("<summary>", "</summary>")
    guard line.hasPrefix(start), line.hasSuffix(end) else { return nil }
    return line.dropFirst(start.count).dropLast(end.count)
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

/// Text of people that stands for itself in Markdown (CommonMark 0.31 with the strikethrough of
/// GitHub): no tag, emphasis, link, heading or list comes of it, and no mention of a person.
///
/// Text in backticks stays as it is. By bytes, as renderers read it.
struct MarkdownText {
  private let bytes: [UInt8]
  /// The place of the mark that would begin another block.
  private var start: Int?
  /// Whether code is made of a name in it.
  private var hasMention = false
  private var escaped: [UInt8] = []

  /// - Parameter begins: Whether the text begins a block, in which a first mark would make another
  ///   one of it.
  static func escaped(_ text: String, begins: Bool) -> String {
    var writer = MarkdownText(bytes: Array(text.utf8))
    if begins { writer.start = writer.startMark() }
    writer.hasMention = writer.bytes.indices.contains { writer.endOfMention(from: $0) != nil }
    return writer.finished()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func startMark() -> Int? {
    guard let first = bytes.first else { return nil }
    let number = bytes.prefix(while: Self.isDigit)
    if !number.isEmpty {
      let mark = bytes[number.endIndex...]
      let isItem =
        ".)".utf8.contains(mark.first ?? 0) && " ".utf8.contains(mark.dropFirst().first ?? 0x20)
      return isItem ? mark.startIndex : nil
    }
    let rest = bytes.drop { $0 == first }
    let isFollowed = rest.isEmpty || rest.first == UInt8(ascii: " ")
    let isMark =
      switch first {
      case UInt8(ascii: "#"): isFollowed
      case UInt8(ascii: "*"): bytes.count == 1 || bytes[1] == UInt8(ascii: " ")
      // Without others behind them they begin a block of code.
      case UInt8(ascii: "`"): bytes.count - rest.count >= 3 && !rest.contains(first)
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        isFollowed || rest.allSatisfy { " -".utf8.contains($0) }
      case UInt8(ascii: "="): rest.allSatisfy { $0 == UInt8(ascii: " ") }
      case UInt8(ascii: ">"): true
      default: false
      }
    return isMark ? 0 : nil
  }

  private mutating func finished() -> String {
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "`"), let end = endOfCode(from: place) {
        escaped += bytes[place..<end]
        place = end
        continue
      }
      if let end = endOfMention(from: place) {
        appendMention(place..<end)
        place = end
        continue
      }
      if place == start || isMark(at: place) { escaped.append(Self.backslash) }
      escaped.append(bytes[place])
      place += 1
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Behind the backticks that end the code which starts at `place`.
  private func endOfCode(from place: Int) -> Int? {
    let count = bytes[place...].prefix { $0 == UInt8(ascii: "`") }.count
    if place > 0, bytes[place - 1] == UInt8(ascii: "`") { return nil }
    var start = place + count
    while let next = bytes[start...].firstIndex(of: UInt8(ascii: "`")) {
      let run = bytes[next...].prefix { $0 == UInt8(ascii: "`") }.count
      if run == count { return next + run }
      start = next + run
    }
    return nil
  }

  /// Behind the name of a person or an attribute such as `@MainActor`, which forges take for one;
  /// `nil` if none starts at `place`.
  private func endOfMention(from place: Int) -> Int? {
    guard bytes[place] == UInt8(ascii: "@") else { return nil }
    if place > 0 {
      let before = bytes[place - 1]
      // As in an address.
      guard !Self.isInWord(before), !"_/".utf8.contains(before) else { return nil }
    }
    let rest = bytes[(place + 1)...]
    guard let first = rest.first, Self.isLetter(first) || Self.isDigit(first) else { return nil }
    let name = rest.prefix { Self.isLetter($0) || Self.isDigit($0) || "_-./".utf8.contains($0) }
    let last = name.lastIndex { Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "_") }
    return last.map { $0 + 1 }
  }

  /// Makes code of it, in which no forge looks for names.
  private mutating func appendMention(_ range: Range<Int>) {
    let mark = UInt8(ascii: "`")
    let isBesideCode =
      escaped.last == mark || range.upperBound < bytes.count && bytes[range.upperBound] == mark
    if isBesideCode {
      // Backticks that meet are others.
      escaped += "@<!-- -->".utf8 + bytes[range].dropFirst()
    } else {
      escaped += [mark] + bytes[range] + [mark]
    }
  }

  private func isMark(at place: Int) -> Bool {
    let before = place > 0 ? bytes[place - 1] : UInt8(ascii: " ")
    let after = place + 1 < bytes.count ? bytes[place + 1] : UInt8(ascii: " ")
    return switch bytes[place] {
    case Self.backslash: Self.isPunctuation(after)
    case UInt8(ascii: "<"): Self.isLetter(after) || "/!?".utf8.contains(after)
    case UInt8(ascii: "["): true
    // Those of a name behind it would end code that starts here.
    case UInt8(ascii: "`"): hasMention
    case UInt8(ascii: "*"): before != UInt8(ascii: " ") || after != UInt8(ascii: " ")
    // Within a word it is none.
    case UInt8(ascii: "_"): !Self.isInWord(before) || !Self.isInWord(after)
    case UInt8(ascii: "~"): before == UInt8(ascii: "~") || after == UInt8(ascii: "~")
    case UInt8(ascii: "&"): isReference(at: place)
    default: false
    }
  }

  /// Whether a name of a character, such as `&lt;`, starts here.
  private func isReference(at place: Int) -> Bool {
    let name = bytes[(place + 1)...].prefix {
      Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "#")
    }
    return !name.isEmpty && name.endIndex < bytes.count && bytes[name.endIndex] == UInt8(ascii: ";")
  }

  private static let backslash = UInt8(ascii: "\\")

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte >= 0x80
  }

  /// Any that a backslash before it makes a plain character of.
  private static func isPunctuation(_ byte: UInt8) -> Bool {
    0x21...0x7E ~= byte && !isLetter(byte) && !isDigit(byte)
  }
}
