import ArgumentParser
import RegistryOperations

struct WhyCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Show who requires a component, and which pins lead there.",
    discussion: """
        registry why FlowKit

      Names each release that requires it, with the requirement, and the shortest way there from a \
      pin.
      """
  )

  @Argument(
    help: "The component.",
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var name: String

  @OptionGroup var choice: ScaffoldOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try console.show(WhyDocument(name, Why(name, scaffold: choice.scaffold).run(in: workspace)))
  }
}
