import Base
import Versions

/// A layout as SVG.
package struct GraphSVG {
  private let layout: GraphLayout
  private let title: String
  /// Where a box leads; `nil` for a picture without links.
  private let link: ((GraphDrawing.Box) -> String?)?

  /// - Parameter title: The description of the picture for screen readers.
  package init(
    _ layout: GraphLayout,
    title: String,
    link: ((GraphDrawing.Box) -> String?)? = nil
  ) {
    (self.layout, self.title, self.link) = (layout, title, link)
  }

  /// The element, for a page that has styles for it.
  package var element: String { text(attributes: "", style: "") }

  /// A file of its own.
  package var file: String {
    text(
      attributes: #" xmlns="http://www.w3.org/2000/svg" font-family="system-ui, sans-serif""#,
      style:
        "<style>\n\(Self.style)</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    )
  }

  private func text(attributes: String, style: String) -> String {
    let (width, height) = (layout.width, layout.height)
    var text = """
      <svg\(attributes) viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      role="group" aria-labelledby="graph-title">
      <title id="graph-title">\(title.escapedForHTML)</title>
      \(style)<defs>
      \(Self.marker("arrow", "tip"))
      \(Self.marker("arrow-bad", "tip bad"))
      </defs>

      """
    for band in layout.bands {
      guard let title = band.title else { continue }
      text += """
        <rect class="band" x="0" y="\(band.y)" width="100%" height="\(band.height)" rx="10"/>
        <text class="layer" x="16" y="\(band.titleY)">\(title.escapedForHTML)</text>

        """
    }
    for arrow in layout.arrows {
      let bad = arrow.isViolation ? (" bad", "-bad") : ("", "")
      text += """
        <path class="edge\(bad.0)" d="\(arrow.path)" marker-end="url(#arrow\(bad.1))">\
        <title>\(arrow.title.escapedForHTML)</title></path>

        """
    }
    for box in layout.boxes { text += self.text(of: box) }
    return text + "</svg>\n"
  }

  private func text(of box: GraphLayout.Box) -> String {
    let address = link.flatMap { $0(box.box) }
    let group = address.map { ("a href=\"\($0.escapedForHTML)\"", "a") } ?? ("g", "g")
    var full = ""
    if box.box.members.count > 1 {
      let names = box.box.members.map(\.text).joined(separator: ", ")
      full = "<title>\(names.escapedForHTML)</title>"
    } else if box.label != box.box.title {
      full = "<title>\(box.box.title.escapedForHTML)</title>"
    }
    let (label, detail) = (box.label.escapedForHTML, box.box.detail.escapedForHTML)
    let kind = box.box.isAsked ? " asked" : box.box.members.count > 1 ? " fold" : ""
    var text = """
      <\(group.0)>
      <rect class="node\(kind)" x="\(box.x)" y="\(box.y)" width="\(box.width)" \
      height="\(box.height)" rx="8"/>
      <text class="node-name" x="\(box.textX)" y="\(box.nameY)">\(label)\(full)</text>
      <text class="node-version" x="\(box.textX)" y="\(box.versionY)">\(detail)</text>

      """
    for (index, line) in box.lines.map(\.escapedForHTML).enumerated() {
      text += """
        <text class="node-line" x="\(box.textX)" y="\(box.lineY(index))">\(line)\(full)</text>

        """
    }
    return text + "</\(group.1)>\n"
  }

  private static func marker(_ id: String, _ kind: String) -> String {
    """
    <marker id="\(id)" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="9" markerHeight="9" \
    markerUnits="userSpaceOnUse" orient="auto"><path class="\(kind)" d="M0 0L8 4L0 8z"/></marker>
    """
  }

  private static let style = """
    .band { fill: #eef1f5; }
    .layer { fill: #59636e; font-size: 13px; font-weight: 600; }
    .edge { fill: none; stroke: #59636e; stroke-width: 1.5; opacity: .6; }
    .edge.bad { stroke: #a5201a; stroke-width: 2.25; stroke-dasharray: 7 4; opacity: 1; }
    .tip { fill: #59636e; }
    .tip.bad { fill: #a5201a; }
    .node { fill: #fff; stroke: #b6bec8; stroke-width: 1.5; }
    .node.fold { fill: #f6f8fa; stroke-dasharray: 4 3; }
    .node.asked { stroke: #0b57d0; stroke-width: 2.5; }
    .node-name, .node-version, .node-line { text-anchor: middle; }
    .node-name { fill: #1c2128; font-size: 15px; font-weight: 600; }
    .node-version { fill: #59636e; font-size: 13px; }
    .node-line { fill: #59636e; font-size: 12px; }

    """
}
