import Versions

/// A drawing as the text of other programs that draw graphs.
package struct GraphScript {
  private let drawing: GraphDrawing
  /// The names of the boxes in the text, by their ids.
  private let ids: [String: String]

  package init(_ drawing: GraphDrawing) {
    self.drawing = drawing
    let boxes = drawing.bands.flatMap { $0.ranks.joined() }
    ids = Dictionary(boxes.enumerated().map { ($1.id, "n\($0)") }) { first, _ in first }
  }

  /// The text for Graphviz.
  package var dot: String {
    var text = """
      digraph components {
        node [shape=box, style=rounded, fontname="Helvetica"];

      """
    for (index, band) in drawing.bands.enumerated() {
      let indent = band.title == nil ? "  " : "    "
      if let title = band.title {
        text += "  subgraph cluster_\(index) {\n    label=\(quoted(title));\n"
      }
      for box in band.ranks.joined() {
        let lines =
          [box.title, box.detail] + (box.members.count > 1 ? box.members.map(\.text) : [])
        text += "\(indent)\(id(box.id)) [label=\(quoted(lines.joined(separator: "\n")))];\n"
      }
      if band.title != nil { text += "  }\n" }
    }
    for arrow in drawing.arrows {
      let look =
        arrow.isViolation ? " [color=red, style=dashed, tooltip=\(quoted(arrow.title))]" : ""
      text += "  \(id(arrow.from)) -> \(id(arrow.to))\(look);\n"
    }
    return text + "}\n"
  }

  /// The text for Mermaid, as forges show it in Markdown.
  package var mermaid: String {
    var text = "flowchart TB\n"
    for (index, band) in drawing.bands.enumerated() {
      let indent = band.title == nil ? "  " : "    "
      if let title = band.title { text += "  subgraph band\(index)[\"\(entities(title))\"]\n" }
      for box in band.ranks.joined() {
        let lines =
          [box.title, box.detail] + (box.members.count > 1 ? box.members.map(\.text) : [])
        text += "\(indent)\(id(box.id))[\"\(lines.map(entities).joined(separator: "<br/>"))\"]\n"
      }
      if band.title != nil { text += "  end\n" }
    }
    var violations: [Int] = []
    for (index, arrow) in drawing.arrows.enumerated() {
      if arrow.isViolation { violations.append(index) }
      text += "  \(id(arrow.from)) \(arrow.isViolation ? "-.->" : "-->") \(id(arrow.to))\n"
    }
    if !violations.isEmpty {
      let list = violations.map(String.init).joined(separator: ",")
      text += "  linkStyle \(list) stroke:red\n"
    }
    return text
  }

  private func id(_ box: String) -> String {
    ids[box] ?? box
  }

  private func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }

  private func entities(_ text: String) -> String {
    text.replacing("\"", with: "#quot;").replacing("<", with: "#lt;")
  }
}
