import ArgumentParser
import Model

struct TestCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Test the app, built from its pins.",
    usage: "registry test [--affected] [<options>] [-- <arguments of swift test>]",
    discussion: """
      Checks out the pinned tree and runs 'swift test' in it. Arguments after '--' are passed to \
      it, and the exit status is its own.

      With '--affected', tests each component that changes affect from the working tree, in its \
      own folder, and each affected app from its pins and the working tree of all else; see \
      'registry help affected'. A component without tests is built.

        registry test
        registry test -- --filter OrderTests
        registry test --affected --since origin/main
      """
  )

  @OptionGroup var app: AppOptions

  @Argument(parsing: .postTerminator, help: "Arguments for 'swift test'.")
  var arguments: [String] = []

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try app.run(.test, arguments, in: workspace, console)
  }
}
