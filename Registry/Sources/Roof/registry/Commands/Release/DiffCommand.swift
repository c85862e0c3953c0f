import Base
import Checks
import Git
import Model
import Reports
import SemverRules
import Versions
import ArgumentParser

struct DiffCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what changed in a component since a release.",
    usage: "registry diff <name> [<from> [<to>]] [--api] [--patch] [<options>]",
    discussion: """
      Lists the files that changed between two releases, or since one of them: the last one, if \
      none is named. With --api, \
      compares the public APIs too: both versions are built, each with the dependencies that it \
      was released with, unless the result is cached.

        registry diff Payments                   since the last release
        registry diff Payments 1.4.0             since that release
        registry diff Payments 1.4.0 2.0.0 --api
        registry diff Payments 1.4.0 --patch     with every changed line
      """
  )

  @Argument(help: "The component.", completion: .components)
  var name: String

  @Argument(
    help: "The released version to start from. (default: the last release)",
    completion: .releases
  )
  var from: String?

  @Argument(
    help: "The released version to end at. (default: the newest commit of the branch)",
    completion: .releases
  )
  var to: String?

  @Flag(help: "Compare the public API.")
  var api = false

  @Flag(help: "Show every line that changed.")
  var patch = false

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let diff = Diff(
      component: name,
      from: try from.map { text in try SemanticVersion(text) },
      to: try to.map { text in try SemanticVersion(text) },
      comparing: api ? StockToolchain(isComparisonOptional: false) : nil,
      progress: { console.showProgress($0) }
    )
    let result = try console.clearingProgress { try diff.run(in: workspace) }
    try console.show(DiffDocument(result: result, withPatches: patch))
  }
}

/// The changes of a component between two states.
struct DiffDocument: Document {
  let result: Diff.Result
  let withPatches: Bool

  private var interface: InterfaceDocument? {
    result.interface.map { InterfaceDocument($0, since: result.old.description) }
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
