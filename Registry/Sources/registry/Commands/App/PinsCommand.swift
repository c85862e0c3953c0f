import ArgumentParser
import Layout
import Workspace

struct PinsCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "pins",
    abstract: "Show what each app is built from, and how far behind it is.",
    usage: "registry pins [--scaffold <name>] [<options>]",
    discussion: """
      A component without a release in the list is built from the working tree. A component with a \
      release but without a pin is required by a pinned release.

        registry pins
      """
  )

  @OptionGroup var choice: ScaffoldOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try console.show(PinsDocument(PinStatus(of: choice.scaffold).run(in: workspace)))
  }
}
