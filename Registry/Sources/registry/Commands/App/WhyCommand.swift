import ArgumentParser
import Inspection
import Workspace

struct WhyCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Show which components require a component, and which pins lead to it.",
    usage: "registry why <name> [--app <name>] [<options>]",
    discussion: """
      Lists each release that requires it, with the requirement, and the shortest way to it from a \
      pin.

        registry why FlowKit
      """
  )

  @Argument(
    help: "The component.",
    completion: .components
  )
  var name: String

  @OptionGroup var choice: AppChoice

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try console.show(WhyDocument(name, Why(name, app: choice.app).run(in: workspace)))
  }
}
