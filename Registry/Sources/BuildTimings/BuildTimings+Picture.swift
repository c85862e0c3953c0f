/// The build as a picture.
extension BuildTimings {
  /// An SVG document: a bar for each module over the time of the build, in the order in which they
  /// were done, and the steps of the critical path in another color.
  package func picture(title: String) -> String {
    let rows = parts.filter { $0.ready != nil }
      .sorted { ($0.done, $0.name) < ($1.done, $1.name) }
    let height = Self.top + rows.count * Self.row + Self.bottom
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" \
      width="\(Self.width)" height="\(height)" role="img" font-family="system-ui, sans-serif" \
      font-size="12">
      <title>\(title.asMarkup)</title>
      <style>
      svg { background: #fff } text { fill: #222 } line { stroke: #ddd }
      .wait { fill: #9db8d9 } .path { fill: #c2410c } .dim { fill: #666 }
      @media (prefers-color-scheme: dark) {
      svg { background: #1b1b1d } text { fill: #eee } line { stroke: #3a3a3d }
      .wait { fill: #4a6a94 } .path { fill: #f08a4b } .dim { fill: #a5a5aa }
      }
      </style>
      <text x="16" y="26" font-size="16" font-weight="600">\(title.asMarkup)</text>
      <text x="16" y="48" class="dim">\(caption.asMarkup)</text>

      """
    text += axis(height: height)
    for (index, part) in rows.enumerated() {
      text += bar(part, at: Self.top + index * Self.row)
    }
    return text + "</svg>\n"
  }

  private static let (width, names, top, row, bottom) = (1000, 220, 92, 20, 24)

  private var caption: String {
    "\(elapsed.asSeconds) s. Each bar goes from when all that a module needs was there to when it was"
      + " done; the critical path is orange."
  }

  /// The position of a time, from the left.
  private func place(_ seconds: Double) -> Double {
    let room = Double(Self.width - Self.names - 76)
    return Double(Self.names) + (elapsed > 0 ? seconds / elapsed * room : 0)
  }

  private func axis(height: Int) -> String {
    let steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600]
    let step = steps.first { elapsed / $0 <= 12 } ?? max(elapsed / 12, 1)
    return stride(from: 0, through: elapsed, by: step).map { seconds in
      let x = place(seconds).asSeconds
      return """
        <line x1="\(x)" x2="\(x)" y1="\(Self.top - 8)" y2="\(height - Self.bottom + 4)"/>\
        <text x="\(x)" y="\(Self.top - 14)" text-anchor="middle" class="dim">\
        \(step < 1 ? seconds.asSeconds : "\(Int(seconds.rounded()))") s</text>

        """
    }.joined()
  }

  private func bar(_ part: Part, at y: Int) -> String {
    let (from, to) = (place(part.ready ?? 0), place(part.done))
    let middle = y + Self.row / 2 + 1
    let name = part.name.count > 28 ? part.name.prefix(27) + "…" : part.name[...]
    let steps = criticalPath.filter { $0.name == part.name }.map { step in
      rectangle(place(step.begin), place(step.end), y, "path")
    }
    return """
      <g><title>\(part.name.asMarkup): \(part.seconds.asSeconds) s</title>\
      <text x="\(Self.names - 10)" y="\(middle)" dy=".35em" text-anchor="end">\
      \(String(name).asMarkup)</text>\(rectangle(from, to, y, "wait"))\(steps.joined())\
      <text x="\((to + 6).asSeconds)" y="\(middle)" dy=".35em" class="dim">\
      \(part.seconds.asSeconds) s</text></g>

      """
  }

  private func rectangle(_ from: Double, _ to: Double, _ y: Int, _ look: String) -> String {
    """
    <rect x="\(from.asSeconds)" y="\(y + 3)" width="\(max(to - from, 1.5).asSeconds)" \
    height="\(Self.row - 5)" rx="2" class="\(look)"/>
    """
  }
}

extension Double {
  /// With one digit after the point.
  package var asSeconds: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension String {
  fileprivate var asMarkup: String {
    let entities: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]
    return unicodeScalars.map { scalar in
      entities[Character(scalar)] ?? (scalar.value < 0x20 ? " " : String(scalar))
    }.joined()
  }
}
