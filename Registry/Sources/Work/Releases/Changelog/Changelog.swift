import Base
package import Git
package import Model
package import Versions

/// `CHANGELOG.md`: a section a component, in each the newest release first; or only the releases of the
/// component in whose folder it is.
///
/// Branches merge without conflict because their lines never meet: each component has a section
/// from the start, and in a section the newest release and one of an older line go to places with a
/// comment between them. Documentation/Decisions/merging-releases.md says how.
package struct Changelog {
  /// Its name in the folder of a component.
  package static let componentFile = TreePath(known: "CHANGELOG.md")

  private var lines: [Substring]
  private let newline: String
  /// In the root of the repository, or in the folder of a component.
  private let form: ChangelogPlacement

  init(reading text: String?, form: ChangelogPlacement = .repository) {
    self.form = form
    let text = text ?? "# Changelog\n"
    lines = Self.lines(of: text)
    if lines.count > 1, lines.dropLast().allSatisfy({ $0.utf8.last == Self.return }) {
      newline = "\r\n"
      lines = lines.dropLast().map { Substring($0.utf8.dropLast()) } + lines.suffix(1)
    } else {
      newline = "\n"
    }
    if lines.last == "" { lines.removeLast() }
  }

  /// By bytes: splitting a long changelog by characters takes longer than the rest of a release.
  package static func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  var text: String { lines.map { $0 + newline }.joined() }

  /// Adds the sections that are missing, each before that of the next name.
  mutating func addSections(for components: [ComponentName: Component]) {
    let present = Set(lines.filter { $0.utf8.starts(with: "<!-- ".utf8) })
    let sorted = components.sorted { $0.key < $1.key }
    // From the end, so that the next name's section is there.
    for (place, (name, component)) in sorted.enumerated().reversed() {
      let marker = Substring(Self.marker(name))
      if present.contains(marker) { continue }
      if let header = index(of: Self.header(name)) {
        lines.insert(contentsOf: ["", marker], at: header + 1)
        continue
      }
      let next = sorted[(place + 1)...].lazy
        .compactMap { [self] in index(of: Self.header($0.key)) }.first
      let section: [Substring] = [
        "\(Self.header(name))", "", "Releases of `\(component.path)`, newest first.", "", marker,
      ]
      if let next {
        lines.insert(contentsOf: section + [""], at: next)
      } else {
        lines += (lines.last == "" ? [] : [""]) + section
      }
    }
  }

  /// Prepares a component's own file: releases go below the text of a person and below the section
  /// for unreleased changes.
  mutating func addMarker(of component: ComponentName) {
    let marker = Substring(Self.marker(component))
    if lines.contains(marker) { return }
    let first = lines.firstIndex { line in
      line.hasPrefix("## ") && !line.lowercased().contains("unreleased")
    }
    if let first {
      lines.insert(contentsOf: [marker, ""], at: first)
    } else {
      lines += (lines.last == "" ? [] : [""]) + [marker]
    }
  }

  /// Adds the entry of a release that comes after those of the log.
  mutating func add(_ entry: ChangelogEntry, to log: ReleaseLog, _ tags: ReleaseTags) {
    if tags.isNewest(entry.version, in: log) {
      addNewest(entry)
    } else {
      add(entry, above: log.releases.last { $0.version < entry.version }?.version)
    }
  }

  /// Adds an entry for the newest of all releases of its component.
  mutating func addNewest(_ entry: ChangelogEntry) {
    guard let marker = index(of: Self.marker(entry.component)) else { return }
    let anchor = "<!-- \(entry.component): \(entry.version) and its backports -->"
    let added = ["", anchor, ""] + entry.lines(in: form)
    lines.insert(contentsOf: added.map { Substring($0) }, at: marker + 1)
  }

  /// Adds an entry above that of `older`, the release that it comes after.
  mutating func add(_ entry: ChangelogEntry, above older: SemanticVersion?) {
    guard let marker = index(of: Self.marker(entry.component)) else { return }
    let added = entry.lines(in: form).map { Substring($0) }
    if let older, let index = index(ofEntry: older, of: entry.component) {
      lines.insert(contentsOf: added + [""], at: index)
      return
    }
    let end =
      form == .components
      ? lines.endIndex : lines[marker...].firstIndex { $0.hasPrefix("## ") } ?? lines.endIndex
    let last = lines[..<end].lastIndex { !$0.isEmpty } ?? marker
    lines.insert(contentsOf: [""] + added, at: last + 1)
  }

  /// Writes the entries again that a merge has mixed up.
  mutating func restoreEntries(of component: ComponentName, _ log: ReleaseLog) {
    let entries = RecordedEntries(of: component, in: lines, form)
    for release in entries.mixedUp(of: log.releases) {
      guard let index = index(ofEntry: release.version, of: component),
        let text = entries.recorded(release)
      else { continue }
      let end = lines[(index + 1)...].firstIndex { RecordedEntries.isEnd($0, in: form) }
      let restored = [""] + Self.lines(of: text) + (end == nil ? [] : [""])
      lines.replaceSubrange((index + 1)..<(end ?? lines.endIndex), with: restored)
    }
  }

  /// Marks a release as withdrawn, unless its entry is missing or already marked.
  mutating func markYanked(_ version: SemanticVersion, of component: ComponentName) {
    guard let index = index(ofEntry: version, of: component) else { return }
    if !lines[index].hasSuffix(Self.yanked) { lines[index] += Self.yanked }
  }

  private func index(of line: String) -> Int? {
    lines.firstIndex { $0 == line }
  }

  private func index(ofEntry version: SemanticVersion, of component: ComponentName) -> Int? {
    let title = ChangelogEntry.title(component, version, in: form)
    return lines.firstIndex { $0 == title || $0.hasPrefix(title + " ") }
  }

  private static let `return` = UInt8(ascii: "\r")

  private static let yanked = " [YANKED]"

  private static func header(_ component: ComponentName) -> String { "## \(component)" }

  private static func marker(_ component: ComponentName) -> String {
    "<!-- \(component): newest release first -->"
  }
}

extension Changelog {
  /// The file in a component's own folder, with the entry of a release that comes after those of the
  /// log.
  ///
  /// - Parameters:
  ///   - folder: The component's.
  ///   - tags: Those that the repository has.
  ///   - root: The tree of the commit.
  static func file(
    in folder: TreePath,
    adding entry: ChangelogEntry,
    to log: ReleaseLog,
    among tags: TagNames,
    root: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> (path: TreePath, content: [UInt8]) {
    let path = folder.appending(componentFile)
    if let found = try workspace.repository.entry(at: path, in: root), !found.mode.isFile {
      throw OperationError(
        .notAFile,
        "'\(path)' is not a file, expected the changelog of '\(entry.component)'",
        help: "replace it with a file, or remove it"
      )
    }
    var changelog = Changelog(reading: try workspace.text(of: path, in: root), form: .components)
    changelog.addMarker(of: entry.component)
    changelog.restoreEntries(of: entry.component, log)
    let naming = TagNaming(of: entry.component, at: folder)
    changelog.add(entry, to: log, ReleaseTags(naming, among: tags))
    return (path, Array(changelog.text.utf8))
  }
}

/// A line of backticks or tildes that starts or ends a code block in Markdown (CommonMark 4.5).
///
/// By bytes, as renderers read it: a mark behind a backtick makes another character of it.
struct CodeFence {
  private let mark: UInt8
  private let count: Int
  private let isBare: Bool

  /// `nil` for any other line.
  private init?(_ line: String) {
    let text = line.utf8.drop { $0 == UInt8(ascii: " ") }
    guard line.utf8.count - text.count <= 3, let mark = text.first,
      mark == Self.backtick || mark == UInt8(ascii: "~")
    else { return nil }
    let rest = text.drop { $0 == mark }
    count = text.count - rest.count
    // With a backtick behind it, it is code within a line.
    guard count >= 3, mark != Self.backtick || !rest.contains(Self.backtick) else { return nil }
    self.mark = mark
    isBare = rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// For each line, whether it belongs to a code block that is not left open, and the line that ends one
  /// which is; `nil` if none is.
  static func blocks(_ lines: [String]) -> (isCode: [Bool], closing: String?) {
    var isCode = Array(repeating: false, count: lines.count)
    var open: (start: Int, fence: CodeFence)?
    for (place, line) in lines.enumerated() {
      guard let fence = CodeFence(line) else { continue }
      guard let (start, opening) = open else {
        open = (place, fence)
        continue
      }
      guard fence.closes(opening) else { continue }
      for index in start...place { isCode[index] = true }
      open = nil
    }
    let closing = open.map { Array(repeating: $0.fence.mark, count: $0.fence.count) }
    return (isCode, closing.map { String(decoding: $0, as: UTF8.self) })
  }

  private func closes(_ opening: CodeFence) -> Bool {
    isBare && mark == opening.mark && count >= opening.count
  }

  private static let backtick = UInt8(ascii: "`")
}

/// The lines of `.gitattributes` that let git merge registry files to which both sides add lines.
struct MergeAttributes {
  static let path = TreePath(known: ".gitattributes")

  private let patterns: [String]

  init(releases: TreePath, changelog: TreePath) {
    patterns = [Self.pattern(changelog), Self.pattern(releases) + "/*.jsonl"]
  }

  /// The text with what is missing; `nil` if nothing is.
  func added(to text: String?) -> String? {
    let text = text ?? ""
    // A pattern that is there stays as a person set it.
    let known = Set(text.split(whereSeparator: \.isNewline).compactMap(Self.mergedPattern))
    let missing = patterns.filter { !known.contains($0) }
    guard !missing.isEmpty else { return nil }
    let start = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    return start + missing.map { "\($0) merge=union\n" }.joined()
  }

  /// The pattern of a line that says how to merge; `nil` for any other line.
  private static func mergedPattern(_ line: Substring) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace)
    let attributes = words.dropFirst().map { $0.drop { "-!".contains($0) } }
    let isMerged = attributes.contains { $0 == "merge" || $0.hasPrefix("merge=") }
    return isMerged ? words.first.map(String.init) : nil
  }

  /// Characters that git or libgit2 would misread become `?`, which matches any character, because
  /// the two have no common way to quote them.
  private static func pattern(_ path: TreePath) -> String {
    let pattern = path.description.map { " *?[]\\\"".contains($0) ? "?" : $0 }
    let isMisread = pattern.first.map { "!#".contains($0) } ?? false
    return isMisread ? "?" + pattern.dropFirst() : String(pattern)
  }
}

/// The entries of a component in a changelog, without their headings.
///
/// Git merges a changelog by lines (`merge=union`). Where two branches release the same component and
/// their entries have several equal lines in a row, it takes these for one: they end up in one of the
/// entries, with what follows them. The records of the releases have the entries as they were written.
package struct RecordedEntries {
  private let form: ChangelogPlacement
  /// The entries by version, with the empty lines behind each.
  private var entries: [String: [Substring]] = [:]

  /// - Parameter lines: Of the changelog, without ends of lines.
  package init(
    of component: ComponentName,
    in lines: [Substring],
    _ form: ChangelogPlacement
  ) {
    self.form = form
    let start = form == .repository ? "### \(component) " : "## "
    var version: String?
    for line in lines {
      if line.hasPrefix(start) {
        version = String(line.dropFirst(start.count).prefix { $0 != " " })
        if let version { entries[version] = [] }
      } else if Self.isEnd(line, in: form) {
        version = nil
      } else if let version {
        entries[version]?.append(line)
      }
    }
    // The end of a file is as good as an empty line.
    if let version { entries[version]?.append("") }
  }

  /// Whether a line is the first one behind an entry.
  static func isEnd(_ line: Substring, in form: ChangelogPlacement) -> Bool {
    line.hasPrefix("## ") || line.hasPrefix("<!--")
      || form == .repository && line.hasPrefix("### ")
  }

  /// The entry of a release without empty lines around it; `nil` if the changelog has none.
  package subscript(version: SemanticVersion) -> String? {
    guard let lines = entries[version.description] else { return nil }
    return lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
      .joined(separator: "\n")
  }

  /// The recorded entry of a release; `nil` if its record has none.
  package func recorded(_ release: Release) -> String? {
    guard form == .repository else { return release.notes }
    return release.notes.map { notes in
      Self.lines(notes).map { $0.hasPrefix("### ") ? "#\($0)" : String($0) }
        .joined(separator: "\n")
    }
  }

  /// The releases whose entries a merge has mixed up with each other.
  ///
  /// People edit entries as well, so a difference from the record alone is no fault: an entry is mixed
  /// up if it lacks a line that another one has got, or its end, which another one has as well.
  package func mixedUp(of releases: [Release]) -> [Release] {
    let recorded = releases.map { Self.content($0.notes.map(Self.lines) ?? []) }
    let uses = Dictionary(recorded.joined().map { ($0, 1) }, uniquingKeysWith: +)
    var differences: [(release: Release, lost: Set<Substring>, foreign: Set<Substring>)] = []
    var mixed: Set<SemanticVersion> = []
    for (release, known) in zip(releases, recorded) where release.notes != nil {
      guard let entry = entries[release.version.description] else { continue }
      let found = Self.content(entry)
      guard found != known else { continue }
      let lost = known.subtracting(found)
      differences.append((release, lost, found.subtracting(known)))
      // The empty line behind an entry is one of the equal lines before the lists of another.
      let isCut = entry.last?.allSatisfy(\.isWhitespace) == false
      if found.isEmpty || isCut && lost.contains(where: { uses[$0, default: 0] > 1 }) {
        mixed.insert(release.version)
      }
    }
    for one in differences {
      for other in differences where !one.lost.isDisjoint(with: other.foreign) {
        mixed.formUnion([one.release.version, other.release.version])
      }
    }
    return releases.filter { mixed.contains($0.version) }
  }

  private static func lines(_ text: String) -> [Substring] { Changelog.lines(of: text) }

  /// The lines that say something: headings of lists, and what folds lists, are the same in all
  /// entries.
  private static func content(_ lines: [Substring]) -> Set<Substring> {
    Set(
      lines.filter {
        !$0.allSatisfy(\.isWhitespace) && $0.first != "#" && !ChangelogEntry.isFolding($0)
      }
    )
  }
}

extension [String] {
  /// The lines without those at both ends that have nothing but white space.
  var withoutBlankEnds: [String] {
    let isBlank: (String) -> Bool = { $0.allSatisfy(\.isWhitespace) }
    return Array(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
