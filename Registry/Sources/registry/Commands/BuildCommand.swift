import ArgumentParser
import RegistryOperations

struct BuildCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the app from its pins.",
    usage: "registry build [--scaffold <name>] [--worktree] [-- <arguments of swift build>]",
    discussion: """
      Lays the pinned tree out, and becomes 'swift build' for it: what follows '--' is passed on, \
      and the exit status is that of the build.

        registry build
        registry build -- -c release
      """
  )

  @OptionGroup var layout: LayoutOptions

  @Argument(parsing: .postTerminator, help: "Passed on to 'swift build'.")
  var arguments: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let layout = try layout.sync(in: workspace, console)
    try PackageManager(layout).become("build", arguments)
  }
}
