import GitValues
import Inspection
import RegistryModel
import Versioning
import Workspace

/// Releases, newest first.
struct LogDocument: Document {
  private let entries: [LogEntry]

  init(_ entries: [LogEntry]) {
    self.entries = entries
  }

  var members: JSONMembers { ["releases": entries] }

  func text(style: Style, width: Int?) -> String {
    guard !entries.isEmpty else { return "nothing is released yet\n" }
    let widths = (
      component: entries.map(\.component.text.count).max() ?? 0,
      version: entries.map(\.release.version.description.count).max() ?? 0
    )
    return entries.map { entry in
      let release = entry.release
      let name = entry.component.text.padded(to: widths.component)
      let version = release.version.description.padded(to: widths.version)
      var text = "\(style(.bold, name))  \(style(entry.yank == nil ? .green : .red, version))  "
      text += "\(release.date.description.prefix(10))  "
      text += "\(style(.dim, String(release.tree.description.prefix(12))))"
      text += release.isInternal ? "  internal\n" : "\n"
      if let yank = entry.yank {
        let words = "withdrawn \(yank.date.description.prefix(10)):"
        text += "  \(style(.red, words)) \(yank.reason.printable)\n"
      }
      let requirements = release.requires.sorted { $0.key < $1.key }.map { "\($0) \($1)" }
      if !requirements.isEmpty { text += "  requires \(requirements.joined(separator: ", "))\n" }
      for line in entry.notes?.split(separator: "\n", omittingEmptySubsequences: false) ?? [] {
        text += line.isEmpty ? "\n" : "  \(line.printable)\n"
      }
      return text
    }.joined(separator: entries.contains { $0.notes != nil } ? "\n" : "")
  }
}

extension LogEntry: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "component": component,
      "version": release.version,
      "date": release.date,
      "tag": release.tagName(of: component),
      "tree": release.tree,
      "source": release.source,
      "archive": release.archive?.description,
      "internal": release.isInternal ? true : nil,
      "requires": release.requires,
      "yanked": yank.map { ["date": $0.date, "reason": $0.reason] as JSONMembers },
      "notes": notes,
    ]
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
