import ArgumentParser
import Base
import Git
import Model
import Releases
import Reports
import ServerArguments
import Versions

struct LogCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List releases, newest first.",
    usage: """
      registry log [<names> ...] [--by <order>] [--limit <count>] [<options>]
      registry log <name> <version> [--format <format>] [<options>]
      """,
    discussion: """
      The releases of one component are listed by version, those of several by date. Withdrawn \
      releases are listed with the reason. With a version, only that release is listed; in \
      Markdown, this is its entry of the changelog alone, as for the release page of a forge.

        registry log
        registry log Payments --notes
        registry log Payments 1.4.0 --format markdown
      """
  )

  @Argument(
    help: "Only these components and groups ('*' and '?' match several), or one and a version.",
    completion: .componentsAndReleases
  )
  var names: [String] = []

  @Option(
    value: "order",
    help: "Sort by version or by date. (default: version for one component, otherwise date)"
  )
  var by: Log.Order?

  @Option(value: "count", help: "List at most this many releases.")
  var limit: Int?

  @Option(value: "format", help: "The format of the output.")
  var format: ReleaseFormat?

  @Flag(help: "Show the changelog entry of each release.")
  var notes = false

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  var output: OutputOptions { global.output(format) }

  /// A name of a component has no dot.
  private var version: SemanticVersion? {
    get throws {
      guard names.count == 2, names[1].contains(".") else { return nil }
      return try SemanticVersion(names[1])
    }
  }

  func validate() throws {
    if let limit, limit < 1 {
      throw ValidationError("invalid limit '\(limit)', expected 1 or more")
    }
    try global.check(format)
    if format == .markdown, names.count != 2 || !names[1].contains(".") {
      throw ValidationError("'--format markdown' needs a component and a version")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let version = try version
    let log = Log(
      of: version == nil ? names : [names[0]],
      by: by ?? (names.count == 1 ? .version : .date),
      limit: limit,
      withNotes: notes || format == .markdown,
      version: version
    )
    let entries = try log.run(in: workspace)
    guard format == .markdown, let entry = entries.first else {
      return try console.show(LogDocument(entries: entries))
    }
    guard let notes = entry.notes else {
      throw OperationError(
        .noNotes,
        "no changelog has an entry for '\(entry.component)' \(entry.release.version)"
      )
    }
    try Stream.output.deliver(notes + "\n")
  }
}

extension Log.Order: ExpressibleByArgument {}

/// Releases, newest first.
struct LogDocument: Document {
  let entries: [LogEntry]

  var members: JSONMembers { ["releases": entries] }

  func text(style: Style, width: Int?) -> String {
    guard !entries.isEmpty else { return "nothing is released yet\n" }
    let widths = (
      component: entries.map(\.component.text.count).max() ?? 0,
      version: entries.map(\.release.version.description.count).max() ?? 0
    )
    return entries.map { entry in
      let release = entry.release
      let name = entry.component.text.padded(to: widths.component)
      let version = release.version.description.padded(to: widths.version)
      var text = "\(style(.bold, name))  \(style(entry.yank == nil ? .green : .red, version))  "
      text += "\(release.date.description.prefix(10))  "
      text += "\(style(.dim, String(release.tree.description.prefix(12))))"
      text += release.isInternal ? "  internal\n" : "\n"
      if let yank = entry.yank {
        let words = "withdrawn \(yank.date.description.prefix(10)):"
        text += "  \(style(.red, words)) \(yank.reason.printable)\n"
      }
      let requirements = release.requires.sorted { $0.key < $1.key }.map { "\($0) \($1)" }
      if !requirements.isEmpty { text += "  requires \(requirements.joined(separator: ", "))\n" }
      for line in entry.notes?.split(separator: "\n", omittingEmptySubsequences: false) ?? [] {
        // A terminal folds nothing.
        if ["<details>", "</details>"].contains(line) { continue }
        let line = ChangelogEntry.summary(in: line) ?? line
        text += line.isEmpty ? "\n" : "  \(line.withoutEscapes.printable)\n"
      }
      return text
    }.joined(separator: entries.contains { $0.notes != nil } ? "\n" : "")
  }
}

extension LogEntry: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "component": component,
      "version": release.version,
      "date": release.date,
      "tag": release.tagName(of: component),
      "tree": release.tree,
      "source": release.source,
      "archive": release.archive?.description,
      "internal": release.isInternal ? true : nil,
      "requires": release.requires,
      "yanked": yank.map { ["date": $0.date, "reason": $0.reason] as JSONMembers },
      "notes": notes,
    ]
  }
}

extension Substring {
  /// A line of Markdown without the backslashes that only keep characters from being marks; those in
  /// code stay.
  fileprivate var withoutEscapes: String {
    String(self).replacing(/(`+).*?\1|\\([!-\/:-@\[-`{-~])/) { match in
      String(match.output.2 ?? match.output.0)
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
