import ArgumentParser
import RegistryOperations

struct TestCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Test the app as its pins make it.",
    usage: "registry test [--scaffold <name>] [--worktree] [-- <arguments of swift test>]",
    discussion: """
      Lays the pinned tree out, and becomes 'swift test' for it: what follows '--' is passed on, and \
      the exit status is that of the tests.
      """
  )

  @OptionGroup var layout: LayoutOptions

  @Argument(parsing: .postTerminator, help: "Passed on to 'swift test'.")
  var arguments: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let layout = try layout.sync(in: workspace, console)
    try PackageManager(layout).become("test", arguments)
  }
}
