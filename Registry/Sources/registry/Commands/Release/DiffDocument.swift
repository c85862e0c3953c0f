import APICompatibility
import Git
import Inspection
import Versioning

/// The changes of a component between two states.
struct DiffDocument: Document {
  struct File: Encodable {
    let path: String
    let change: String
    let added: Int
    let removed: Int
    let patch: String?
  }

  let component: String
  let from: String
  /// `nil` for the newest commit.
  let to: String?
  let files: [File]
  let interface: InterfaceDocument?
  /// The lowest next version that the API changes allow.
  let lowestAllowedVersion: String?

  private enum CodingKeys: String, CodingKey {
    case component, from, to, files, interface
    case lowestAllowedVersion = "leastHonestVersion"
  }

  init(_ result: Diff.Result, withPatches: Bool) {
    component = result.component.text
    from = result.old.description
    to = result.new?.description
    files = result.files.map { file in
      File(
        path: file.path,
        change: file.kind.rawValue,
        added: file.addedLines,
        removed: file.removedLines,
        patch: withPatches ? file.text : nil
      )
    }
    interface = result.interface.map { InterfaceDocument($0, since: result.old.description) }
    lowestAllowedVersion = result.lowestAllowedVersion?.description
  }

  func text(style: Style, width: Int?) -> String {
    let title =
      style(.bold, "\(component) \(from)") + " to " + style(.bold, to ?? "the newest commit")
    guard !files.isEmpty || interface != nil else { return "\(title): nothing changed\n" }
    return "\(title): \(counted(files.count, "file"))\n" + fileList(style)
      + patches(style, width) + interfaceList(style)
  }

  private func fileList(_ style: Style) -> String {
    let sign = ["added": "A", "removed": "D"]
    let longest = files.map { "+\($0.added) -\($0.removed)".count }.max() ?? 0
    return files.map { file in
      let counts = "+\(file.added) -\(file.removed)"
      let padding = String(repeating: " ", count: longest - counts.count)
      return "  \(sign[file.change] ?? "M")  \(counts)\(padding)  \(file.path.printable)\n"
    }.joined()
  }

  private func patches(_ style: Style, _ width: Int?) -> String {
    files.compactMap(\.patch).map { patch in
      "\n"
        + patch.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
          let text = line.printable
          if line.hasPrefix("+++") || line.hasPrefix("---") || line.hasPrefix("diff ") {
            return style(.bold, text) + "\n"
          }
          if line.hasPrefix("+") { return style(.green, text) + "\n" }
          if line.hasPrefix("-") { return style(.red, text) + "\n" }
          return text + "\n"
        }.joined()
    }.joined()
  }

  private func interfaceList(_ style: Style) -> String {
    guard let interface else { return "" }
    var text =
      "\n\(style(.bold, "public API")): \(interface.summary)\n" + interface.list(style: style)
    if let lowestAllowedVersion {
      text += "the next version must be at least \(lowestAllowedVersion)\n"
    }
    return text
  }
}
