import ArgumentParser
import Apps
import Model

struct UnpinCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "unpin",
    abstract: "Build the app from the working tree of a component again.",
    usage: "registry unpin <name> [--app <name>] [<options>]",
    discussion: """
      Removes the pin from the manifest. If another pinned release requires the component, the app \
      is still built from a release of it.

        registry unpin Payments
      """
  )

  @Argument(help: "The component.", completion: .components)
  var name: String

  @OptionGroup var choice: AppChoice

  @OptionGroup var writing: WritingOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let unpin = PinComponent(
      component: name,
      pin: nil,
      app: choice.app,
      context: writing.context(console)
    )
    try writing.perform(unpin, as: "unpinned", in: workspace, console)
  }
}
