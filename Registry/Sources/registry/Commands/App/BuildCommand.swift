import ArgumentParser
import Workspace

struct BuildCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the app from its pins.",
    usage: "registry build [<options>] [-- <arguments of swift build>]",
    discussion: """
      Checks out the pinned tree and runs 'swift build' in it. Arguments after '--' are passed to \
      it, and the exit status is its own.

        registry build
        registry build -- -c release
      """
  )

  @OptionGroup var layout: LayoutOptions

  @Argument(parsing: .postTerminator, help: "Arguments for 'swift build'.")
  var arguments: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let layout = try layout.sync(in: workspace, console)
    try PackageManager(layout).become("build", arguments)
  }
}
