import ArgumentParser
import Workspace

struct TestCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Test the app, built from its pins.",
    usage: "registry test [<options>] [-- <arguments of swift test>]",
    discussion: """
      Checks out the pinned tree and runs 'swift test' in it. Arguments after '--' are passed to \
      it, and the exit status is its own.

        registry test
        registry test -- --filter OrderTests
      """
  )

  @OptionGroup var layout: LayoutOptions

  @Argument(parsing: .postTerminator, help: "Arguments for 'swift test'.")
  var arguments: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let layout = try layout.sync(in: workspace, console)
    try PackageManager(layout).become("test", arguments)
  }
}
