import Base
package import Git
import Model
import Versions

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
    changelog.add(entry, to: log, ReleaseTags(of: entry.component, among: tags))
    return (path, Array(changelog.text.utf8))
  }
}
