import ArgumentParser
import BuildCaching
import BuildTimings
import Errors
import Files
import Layout
import RegistryModel
import Versioning
import Workspace

/// A build of an app, with what it took.
struct TimedBuild {
  let app: String
  let timings: BuildTimings
  /// Where the picture of it is.
  let picture: String
}

extension AppBuild {
  /// Builds it to its end, with the package manager's output beside the result, and draws what it
  /// took; if the build fails, its bare exit status is thrown.
  func timed(_ arguments: [String]) throws -> TimedBuild {
    let folder = layout.layout.build
    let before = try BuildDatabase(ofBuildFolder: folder)
    if isCached {
      _ = try build(arguments, isBeside: true)
    } else {
      let status = try PackageManager(layout: layout).run("build", arguments, isBeside: true)
      guard status == 0 else { throw ExitCode(status) }
    }
    let after = try BuildDatabase(ofBuildFolder: folder)
    guard after.lastBuild > 0 else {
      throw OperationError(
        .inputOutput,
        "the build recorded no times in '\(folder)/build.db'",
        help: "time builds of SwiftPM's own build system, without '--build-system'"
      )
    }
    let app = layout.pinned.app.text
    let timings = BuildTimings(from: before, to: after)
    let picture = (cached?.own ?? layout.layout).timings
    let title = (["registry build"] + arguments).joined(separator: " ")
    try LocalFile.update(picture, to: Array(timings.picture(title: "\(app): \(title)").utf8))
    return TimedBuild(app: app, timings: timings, picture: picture)
  }
}

extension TimedBuild: Document {
  var members: JSONMembers {
    [
      "app": app,
      "scaffold": app,
      "seconds": timings.elapsed.rounded(3),
      "modules": timings.parts,
      "kept": timings.kept,
      "criticalPath": timings.criticalPath,
      "picture": picture,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let compiled = timings.parts.count { $0.compiled > 0 }
    let summary =
      "\(style(.bold, app)): \(counted(compiled, "module")) compiled,"
      + " \(timings.kept.count) kept, \(timings.elapsed.rounded(3).asSeconds) s\n"
    guard !timings.parts.isEmpty else { return summary }
    return summary + "\n" + modulesText(style, width) + "\n" + pathText(style, width)
      + "\n\(style(.dim, "picture"))  \(picture)\n"
  }

  private func modulesText(_ style: Style, _ width: Int?) -> String {
    var table = Table("MODULE", "SECONDS", "READY", "DONE", "FILES")
    for module in timings.parts.prefix(Self.shown) {
      table.add(
        [Table.Cell(module.name, .bold)] + Self.times(module.start, module.done.rounded(3)) + [
          Table.Cell(module.files, .dim)
        ]
      )
    }
    let others = timings.parts.count - Self.shown
    return table.text(width: width, style: style) + (others > 0 ? "and \(others) more\n" : "")
  }

  private func pathText(_ style: Style, _ width: Int?) -> String {
    var table = Table("CRITICAL PATH", "SECONDS", "FROM", "TO", "")
    for step in timings.criticalPath {
      table.add(
        [Table.Cell(step.name, .bold)] + Self.times(step.begin.rounded(3), step.end.rounded(3)) + [
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

extension BuildTimings.Part: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "name": name,
      "compiled": compiled,
      "kept": kept,
      "ready": start,
      "done": done.rounded(3),
    ]
  }

  fileprivate var start: Double { (ready ?? done).rounded(3) }

  /// How many files of another language were compiled, of all that it has.
  fileprivate var files: String {
    guard compiled + kept > 1 else { return "" }
    return kept == 0 ? "\(compiled)" : "\(compiled) of \(compiled + kept)"
  }
}

extension BuildTimings.Step: JSONObjectRepresentable {
  var members: JSONMembers {
    ["name": name, "kind": kind, "begin": begin.rounded(3), "end": end.rounded(3)]
  }
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
