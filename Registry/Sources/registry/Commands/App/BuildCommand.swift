import ArgumentParser
import Workspace

struct BuildCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the app from its pins.",
    usage: """
      registry build [--timings] [<options>] [-- <arguments of swift build>]
      registry build --affected [<options>] [-- <arguments of swift build>]
      """,
    discussion: """
      Checks out the pinned tree and runs 'swift build' in it. Arguments after '--' are passed to \
      it, and the exit status is its own.

      With '--affected', builds each component that changes affect from the working tree, in its \
      own folder, and each affected app from its pins and the working tree of all else; see \
      'registry help affected'.

      With '--timings', prints which modules were compiled, how long each took once its \
      dependencies were ready, and the critical path: what the end of the build waited for. A \
      picture is in .registry/<app>/timings.svg.

        registry build
        registry build -- -c release
        registry build --timings
        registry build --affected --since origin/main
      """
  )

  @OptionGroup var app: AppOptions

  @Flag(help: "Print how long each module took, and the critical path.")
  var timings = false

  @Argument(parsing: .postTerminator, help: "Arguments for 'swift build'.")
  var arguments: [String] = []

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    guard !timings || !app.affected else {
      throw ValidationError("'--timings' and '--affected' cannot be combined")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    guard timings else { return try app.run(.build, arguments, in: workspace, console) }
    let build = try AppBuild(app.layout, app.caching, arguments: arguments, in: workspace, console)
    try console.show(build.timed(arguments))
  }
}
