package import Model
package import Versions

/// The entries of a component in a changelog, without their headings.
///
/// Git merges a changelog by lines (`merge=union`). Where two branches release the same component and
/// their entries have several equal lines in a row, it takes these for one: they end up in one of the
/// entries, with what follows them. The records of the releases have the entries as they were written.
package struct RecordedEntries {
  private let form: ChangelogPlacement
  /// By version, with the empty lines behind an entry.
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

  /// The lines that say something: headings of lists are the same in all entries.
  private static func content(_ lines: [Substring]) -> Set<Substring> {
    Set(lines.filter { !$0.allSatisfy(\.isWhitespace) && $0.first != "#" })
  }
}
