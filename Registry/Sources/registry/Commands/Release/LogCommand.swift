import ArgumentParser
import Inspection
import Workspace

struct LogCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List releases, newest first.",
    usage: "registry log [<names> ...] [--by <order>] [--limit <count>] [<options>]",
    discussion: """
      The releases of one component are listed by version, those of several by date. Withdrawn \
      releases are listed with the reason.

        registry log
        registry log Payments --notes
      """
  )

  enum Order: String, ExpressibleByArgument, CaseIterable {
    case version
    case date
  }

  @Argument(
    help: "Only these components and groups; '*' and '?' match several.",
    completion: .custom { arguments, _, _ in componentAndGroupNames(arguments) }
  )
  var names: [String] = []

  @Option(
    help: ArgumentHelp(
      "Sort by version or by date. (default: version for one component, otherwise date)",
      valueName: "order"
    )
  )
  var by: Order?

  @Option(help: ArgumentHelp("List at most this many releases.", valueName: "count"))
  var limit: Int?

  @Flag(help: "Show the changelog entry of each release.")
  var notes = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if let limit, limit < 1 {
      throw ValidationError("invalid limit '\(limit)', expected 1 or more")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let order = by ?? (names.count == 1 ? .version : .date)
    let log = Log(
      of: names,
      by: order == .version ? .version : .date,
      limit: limit,
      withNotes: notes
    )
    try console.show(LogDocument(log.run(in: workspace)))
  }
}
