import ArgumentParser
import Base
import Git
import Model
import Reports
import ServerArguments
import Versions

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

  @Argument(help: "Only these components and their neighbours.", completion: .componentsAndGroups)
  var names: [String] = []

  @Option(value: "format", help: "text, dot (for Graphviz), mermaid or svg.")
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
    try console.show(GraphDocument(result: result, format: format, isComplete: all))
  }
}

/// The graph of the components.
struct GraphDocument: Document {
  /// How it is printed.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case dot
    case mermaid
    case svg
  }

  let result: ReadGraph.Result
  let format: Format
  let isComplete: Bool

  var members: JSONMembers {
    [
      "scope": result.graph.scope,
      "components": result.graph.nodes.map { node in
        [
          "name": node.name,
          "path": node.path,
          "layer": node.layer,
          "version": node.version,
          "private": node.isPrivate ? true : nil,
          "release": node.release == .internal ? node.release.rawValue : nil,
        ] as JSONMembers
      },
      "dependencies": result.graph.edges.map { edge in
        [
          "from": edge.from,
          "to": edge.to,
          "implied": edge.isImplied,
          "tests": edge.isForTests ? true : nil,
          "violation": edge.violation,
        ] as JSONMembers
      },
    ]
  }

  func text(style: Style, width: Int?) -> String {
    guard !result.graph.nodes.isEmpty else { return "the manifest lists no component\n" }
    let drawing = GraphDrawing(result.graph, asked: result.asked, isComplete: isComplete)
    switch format {
    case .text: return text(of: drawing, style: style, width: width)
    case .dot: return GraphScript(drawing).dot
    case .mermaid: return GraphScript(drawing).mermaid
    case .svg: return GraphSVG(GraphLayout(drawing), title: summary).file
    }
  }

  /// Returns the components as text; one that depends on others comes before them.
  private func text(of drawing: GraphDrawing, style: Style, width: Int?) -> String {
    let titles = Dictionary(
      drawing.bands.flatMap { $0.ranks.joined() }.map { ($0.id, title(of: $0)) },
      uniquingKeysWith: { first, _ in first }
    )
    let arrows = Dictionary(grouping: drawing.arrows, by: \.from)
    var text = ""
    for band in drawing.bands {
      if let title = band.title { text += style(.dim, title.uppercased()) + "\n" }
      for box in band.ranks.joined() {
        text += style(.bold, title(of: box)) + (box.isAsked ? " *" : "") + "\n"
        if box.members.count > 1 {
          text += box.members.map(\.text).lines(indent: 4, width: width ?? .max)
        }
        for arrow in arrows[box.id] ?? [] {
          let target = titles[arrow.to] ?? arrow.to
          text +=
            arrow.isViolation
            ? style(.red, "  ✗ \(target): \(reason(arrow))") + "\n"
            : "  → \(target)\(arrow.isForTests ? ", only for tests" : "")\n"
        }
      }
      text += "\n"
    }
    return text + style(.dim, summary) + "\n"
  }

  private func title(of box: GraphDrawing.Box) -> String {
    guard box.members.count > 1, let first = box.members.first else { return box.title }
    return "\(first) and \(box.members.count - 1) more"
  }

  /// Without who requires whom, which is said before it.
  private func reason(_ arrow: GraphDrawing.Arrow) -> String {
    arrow.title.firstRange(of: ", ").map { String(arrow.title[$0.upperBound...]) } ?? arrow.title
  }

  private var summary: String {
    let (components, dependencies) = (result.graph.nodes, result.graph.edges)
    let implied = dependencies.count(where: \.isImplied)
    let violations = dependencies.count { $0.violation != nil }
    var words = "\(counted(components.count, "component"))"
    words += ", \(dependencies.count) \(dependencies.count == 1 ? "dependency" : "dependencies")"
    if implied > 0, !isComplete { words += " (\(implied) implied by others, not shown)" }
    if violations > 0 { words += ", \(violations) not allowed" }
    return words
  }
}
