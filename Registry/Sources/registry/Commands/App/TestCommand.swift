import ArgumentParser
import Workspace

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

  @OptionGroup var layout: LayoutOptions

  @OptionGroup var affected: AffectedOptions

  @Argument(parsing: .postTerminator, help: "Arguments for 'swift test'.")
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
        verb: .test,
        since: affected.since,
        arguments: arguments,
        discardsEdits: layout.discardEdits
      ).run(in: workspace, console)
    }
    let layout = try layout.sync(in: workspace, console)
    try PackageManager(layout).become("test", arguments)
  }
}
