import ArgumentParser
import RegistryOperations

struct LogCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List releases, newest first.",
    discussion: """
      With a component's name the highest version comes first; without one, all components' \
      releases come by date. Withdrawn releases are listed with the reason.
      """
  )

  enum Order: String, ExpressibleByArgument, CaseIterable {
    case version
    case date
  }

  @Argument(
    help: "Only these components.",
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var names: [String] = []

  @Option(
    help: ArgumentHelp(
      "Newest by version or by date. (default: by version for one component, else by date)",
      valueName: "order"
    )
  )
  var by: Order?

  @Option(help: ArgumentHelp("At most so many releases.", valueName: "count"))
  var limit: Int?

  @Flag(help: "Show what the changelog says of each release.")
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
