import ArgumentParser
import Model
import Registration

struct NewCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a component from a template.",
    usage: "registry new <name> [--template <template>] [--path <path>] [<options>]",
    discussion: """
      Makes a package that builds and tests, lists it in the manifest and commits both. Templates \
      are 'library' and the folders below Registry/templates. In their file names and files, \
      __NAME__ stands for the name, __MODULE__ for the name as a Swift module, and __PATH_TO_Menu__ \
      for the path to the component Menu.

        registry new Menu
        registry new Reviews --template screen --layer feature
      """
  )

  @Argument(help: "The name of the component.")
  var name: String

  @Option(help: "The template.", completion: .templates)
  var template = Template.library

  @Option(
    help: "The folder. (default: a folder of this name beside most of the components)",
    completion: .directory
  )
  var path: String?

  @Option(help: "The layer of the component.", completion: .layers)
  var layer: String?

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    var new = NewComponent(name, context: writing.context(console))
    (new.template, new.layer) = (template, layer)
    if let path { new.path = try workspace.path(typed: path, in: global.directory) }
    let result = try writing.perform(new, as: "created", in: workspace, console)
    console.note(result.notes)
  }
}
