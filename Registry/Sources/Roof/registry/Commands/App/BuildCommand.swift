import ArgumentParser
import Model

struct BuildCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the app from its pins.",
    usage: """
      registry build [<options>] [-- <arguments of swift build>]
      registry build --affected [<options>] [-- <arguments of swift build>]
      """,
    discussion: """
      Checks out the pinned tree and runs 'swift build' in it. Arguments after '--' are passed to \
      it, and the exit status is its own.

      With '--affected', builds each component that changes affect from the working tree, in its \
      own folder, and each affected app from its pins and the working tree of all else; see \
      'registry help affected'.

        registry build
        registry build -- -c release
        registry build --affected --since origin/main
      """
  )

  @OptionGroup var app: AppOptions

  @Argument(parsing: .postTerminator, help: "Arguments for 'swift build'.")
  var arguments: [String] = []

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try app.run(.build, arguments, in: workspace, console)
  }
}
