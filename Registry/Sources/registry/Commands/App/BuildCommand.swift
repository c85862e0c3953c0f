import ArgumentParser
import Workspace

struct BuildCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the app from its pins.",
    usage: "registry build [--affected] [<options>] [-- <arguments of swift build>]",
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

  @OptionGroup var layout: LayoutOptions

  @OptionGroup var affected: AffectedOptions

  @Argument(parsing: .postTerminator, help: "Arguments for 'swift build'.")
  var arguments: [String] = []

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard !affected.affected || layout.choice.scaffold == nil else {
      throw ValidationError("'--affected' and '--scaffold' cannot be combined")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    if affected.affected {
      return try AffectedRun(
        verb: .build,
        since: affected.since,
        arguments: arguments,
        discardsEdits: layout.discardEdits
      ).run(in: workspace, console)
    }
    let layout = try layout.sync(in: workspace, console)
    try PackageManager(layout).become("build", arguments)
  }
}
