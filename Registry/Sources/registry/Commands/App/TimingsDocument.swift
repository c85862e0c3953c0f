import BuildTimings

/// What a build compiled, how long it took, and its critical path.
struct TimingsDocument: Document {
  struct Module: Encodable {
    let name: String
    /// Commands that compile: one for a Swift module, one for each file of another language.
    let compiled: Int
    let kept: Int
    let ready: Double
    let done: Double

    /// How many files of another language were compiled, of all that it has.
    fileprivate var files: String {
      guard compiled + kept > 1 else { return "" }
      return kept == 0 ? "\(compiled)" : "\(compiled) of \(compiled + kept)"
    }
  }

  struct Step: Encodable {
    let name: String
    let kind: String
    let begin: Double
    let end: Double
  }

  let scaffold: String
  let seconds: Double
  let modules: [Module]
  /// Modules of which nothing had to be compiled.
  let kept: [String]
  let criticalPath: [Step]
  let picture: String

  init(_ build: TimedBuild) {
    let timings = build.timings
    scaffold = build.scaffold
    seconds = timings.elapsed.rounded(3)
    modules = timings.parts.map { part in
      Module(
        name: part.name,
        compiled: part.compiled,
        kept: part.kept,
        ready: (part.ready ?? part.done).rounded(3),
        done: part.done.rounded(3)
      )
    }
    kept = timings.kept
    criticalPath = timings.criticalPath.map { step in
      Step(
        name: step.name,
        kind: step.kind,
        begin: step.begin.rounded(3),
        end: step.end.rounded(3)
      )
    }
    picture = build.picture
  }

  func text(style: Style, width: Int?) -> String {
    let compiled = modules.count { $0.compiled > 0 }
    let summary =
      "\(style(.bold, scaffold)): \(counted(compiled, "module")) compiled, \(kept.count) kept,"
      + " \(seconds.asSeconds) s\n"
    guard !modules.isEmpty else { return summary }
    return summary + "\n" + modulesText(style, width) + "\n" + pathText(style, width)
      + "\n\(style(.dim, "picture"))  \(picture)\n"
  }

  private func modulesText(_ style: Style, _ width: Int?) -> String {
    var table = Table("MODULE", "SECONDS", "READY", "DONE", "FILES")
    for module in modules.prefix(Self.shown) {
      table.add(
        [Table.Cell(module.name, .bold)] + Self.times(module.ready, module.done) + [
          Table.Cell(module.files, .dim)
        ]
      )
    }
    let others = modules.count - Self.shown
    return table.text(width: width, style: style) + (others > 0 ? "and \(others) more\n" : "")
  }

  private func pathText(_ style: Style, _ width: Int?) -> String {
    var table = Table("CRITICAL PATH", "SECONDS", "FROM", "TO", "")
    for step in criticalPath {
      table.add(
        [Table.Cell(step.name, .bold)] + Self.times(step.begin, step.end) + [
          Table.Cell(step.kind, .dim)
        ]
      )
    }
    return table.text(width: width, style: style)
  }

  private static func times(_ from: Double, _ to: Double) -> [Table.Cell] {
    [(to - from, 7), (from, 5), (to, 5)].map { Table.Cell($0.asSeconds.leading($1)) }
  }

  /// As many as a screen has room for.
  private static let shown = 20
}

extension Double {
  fileprivate func rounded(_ digits: Int) -> Double {
    let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
    return (self * unit).rounded() / unit
  }
}

extension String {
  /// The text at the end of so many columns.
  fileprivate func leading(_ width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
