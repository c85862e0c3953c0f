import ArgumentParser
import Model
import Registration

struct RemoveCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a component from the manifest.",
    usage: "registry remove <name> [<options>]",
    discussion: """
      The package stays where it is, and its releases stay recorded. Refused while other \
      components depend on it, or an app is built from a release of it.

        registry remove Menu
      """
  )

  @Argument(help: "The component.", completion: .components)
  var name: String

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let remove = RemoveComponent(name, context: writing.context(console))
    let result = try writing.perform(remove, as: "removed", in: workspace, console)
    console.note(result.notes)
  }
}
