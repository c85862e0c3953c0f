import ArgumentParser
import Errors
import Inspection
import Versioning
import Workspace

struct GraphCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Show which component depends on which.",
    usage: "registry graph [<names> ...] [--format <format>] [<options>]",
    discussion: """
      Reads the path dependencies of the working files and shows those that the layers forbid, and \
      cycles. Dependencies that follow from others are left out. Of more than 40 components, those \
      of one folder with the same dependencies and the same dependents share a box.

      With names, only these components are shown, with those that they depend on and those that \
      depend on them.

        registry graph
        registry graph Payments --format svg > payments.svg
      """
  )

  @Argument(
    help: "Only these components and their neighbours.",
    completion: .componentsAndGroups
  )
  var names: [String] = []

  @Option(
    help: ArgumentHelp("text, dot (for Graphviz), mermaid or svg.", valueName: "format")
  )
  var format = GraphDocument.Format.text

  @Flag(help: "Show every component and every dependency one by one.")
  var all = false

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    guard format == .text || !global.json else {
      throw ValidationError("'--json' and '--format' cannot be combined")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let result = try ReadGraph(of: names).run(in: workspace)
    for (name, error) in result.unread {
      let place = error.context.map { "\($0): " } ?? ""
      console.note("note: the dependencies of '\(name)' are unknown: \(place)\(error.message)")
    }
    try console.show(GraphDocument(result, format: format, isComplete: all))
  }
}
