import ArgumentParser
import RegistryOperations

struct StatusCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show where each component stands since its last release.",
    discussion: """
      The state compares what is committed with the greatest release of this branch:

        unchanged          nothing to release
        3 commits since    the commits that touched the component
        changed            history does not tell how many, as in a shallow clone
        never released     'registry bump NAME' makes the first release
        missing            nothing is committed at the component's path

      Files that are not committed yet are counted beside it. An app that pins something has a \
      column of its own: the release that it is built from, and how many are newer.
      """
  )

  @Argument(
    help: "Only these components.",
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var names: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let statuses = try Status(of: names).run(in: workspace)
    try console.show(StatusDocument(statuses, pins(in: workspace, console)))
  }

  /// Where the components stand does not depend on pins that come to nothing.
  private func pins(
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws(OperationError) -> [ScaffoldPins] {
    do throws(OperationError) {
      return try PinStatus().runForPinned(in: workspace)
    } catch {
      console.note("note: the pins come to nothing: \(error)")
      return []
    }
  }
}
