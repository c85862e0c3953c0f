import ArgumentParser
import Inspection
import Layout
import Workspace

struct PinsCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "pins",
    abstract: "Show what each app is built from, and how far behind it is.",
    usage: "registry pins [--all] [--app <name>] [<options>]",
    discussion: """
      Lists the components that the app uses: pinned, required by a pinned release, or reached by \
      path dependencies. A component without a release in the list is built from the working tree. A component with a \
      release but without a pin is required by a pinned release.

        registry pins
      """
  )

  @Flag(help: "List all components, those that the app does not use too.")
  var all = false

  @OptionGroup var choice: AppChoice

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let pins = try PinStatus(of: choice.app).run(in: workspace)
    let shown = try all ? pins : pins.map(ReachedComponents(in: workspace).only)
    try console.show(PinsDocument(shown))
  }
}
