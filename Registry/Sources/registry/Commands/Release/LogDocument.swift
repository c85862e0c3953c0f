import GitValues
import Inspection
import RegistryModel
import Versioning
import Workspace

/// Releases, newest first.
struct LogDocument: Document {
  struct Release: Encodable {
    struct Yank: Encodable {
      let date: String
      let reason: String
    }

    let component: String
    let version: String
    let date: String
    let tag: String
    let tree: String
    let source: String
    let archive: String
    let requires: [String: EncodedJSON]
    let yanked: Yank?
    let notes: String?
    fileprivate let requirements: String

    private enum CodingKeys: String, CodingKey {
      case component, version, date, tag, tree, source, archive, requires, yanked, notes
    }
  }

  let releases: [Release]

  init(_ entries: [LogEntry]) {
    releases = entries.map(Release.init)
  }

  func text(style: Style, width: Int?) -> String {
    guard !releases.isEmpty else { return "nothing is released yet\n" }
    let widths = (
      component: releases.map(\.component.count).max() ?? 0,
      version: releases.map(\.version.count).max() ?? 0
    )
    return releases.map { release in
      let name = release.component.padded(to: widths.component)
      let version = release.version.padded(to: widths.version)
      var text = "\(style(.bold, name))  \(style(release.yanked == nil ? .green : .red, version))  "
      text += "\(release.date.prefix(10))  \(style(.dim, String(release.tree.prefix(12))))\n"
      if let yank = release.yanked {
        text +=
          "  " + style(.red, "withdrawn \(yank.date.prefix(10)):") + " \(yank.reason.printable)\n"
      }
      if !release.requirements.isEmpty { text += "  requires \(release.requirements)\n" }
      for line in release.notes?.split(separator: "\n", omittingEmptySubsequences: false) ?? [] {
        text += line.isEmpty ? "\n" : "  \(line.printable)\n"
      }
      return text
    }.joined(separator: releases.contains { $0.notes != nil } ? "\n" : "")
  }
}

extension LogDocument.Release {
  init(_ entry: LogEntry) {
    component = entry.component.text
    version = entry.release.version.description
    date = entry.release.date.description
    tag = entry.release.tagName(of: entry.component)
    tree = entry.release.tree.description
    source = entry.release.source.description
    archive = entry.release.archive.description
    let sorted = entry.release.requires.sorted { $0.key < $1.key }
    requires = Dictionary(uniqueKeysWithValues: sorted.map { ($0.text, EncodedJSON($1.json)) })
    requirements = sorted.map { "\($0) \($1)" }.joined(separator: ", ")
    yanked = entry.yank.map { Yank(date: $0.date.description, reason: $0.reason) }
    notes = entry.notes
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
