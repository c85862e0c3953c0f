import APICompatibility
import Git
import Inspection
import RegistryModel
import Versioning

/// The changes of a component between two states.
struct DiffDocument: Document {
  private let result: Diff.Result
  private let withPatches: Bool
  private let interface: InterfaceDocument?

  init(_ result: Diff.Result, withPatches: Bool) {
    (self.result, self.withPatches) = (result, withPatches)
    interface = result.interface.map { InterfaceDocument($0, since: result.old.description) }
  }

  var members: JSONMembers {
    [
      "component": result.component,
      "from": result.old,
      "to": result.new,
      "files": result.files.map { file in
        [
          "path": file.path,
          "change": file.kind.rawValue,
          "added": file.addedLines,
          "removed": file.removedLines,
          "patch": withPatches ? file.text : nil,
        ] as JSONMembers
      },
      "interface": interface,
      "lowestAllowedVersion": result.lowestAllowedVersion,
      // Its first name, until 2.0.
      "leastHonestVersion": result.lowestAllowedVersion,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let title =
      style(.bold, "\(result.component) \(result.old)") + " to "
      + style(.bold, result.new?.description ?? "the newest commit")
    guard !result.files.isEmpty || interface != nil else { return "\(title): nothing changed\n" }
    return "\(title): \(counted(result.files.count, "file"))\n" + fileList(style)
      + patches(style, width) + interfaceList(style)
  }

  private func fileList(_ style: Style) -> String {
    let sign = ["added": "A", "removed": "D"]
    let longest = result.files.map { "+\($0.addedLines) -\($0.removedLines)".count }.max() ?? 0
    return result.files.map { file in
      let counts = "+\(file.addedLines) -\(file.removedLines)"
      let padding = String(repeating: " ", count: longest - counts.count)
      return "  \(sign[file.kind.rawValue] ?? "M")  \(counts)\(padding)  \(file.path.printable)\n"
    }.joined()
  }

  private func patches(_ style: Style, _ width: Int?) -> String {
    guard withPatches else { return "" }
    return result.files.map(\.text).map { patch in
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
    if let lowest = result.lowestAllowedVersion {
      text += "the next version must be at least \(lowest)\n"
    }
    return text
  }
}
