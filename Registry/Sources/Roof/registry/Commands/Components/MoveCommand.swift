import ArgumentParser
import Model
import Registration

struct MoveCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move the folder of a component.",
    usage: "registry move <name> <path> [<options>]",
    discussion: """
      Moves the folder, corrects its path in the manifest and the path dependencies of all \
      packages on it and of its own, and commits all of it. Files in the folder that git ignores \
      or does not track are moved too. Releases stay as they are. If the folder was moved with \
      'git mv' and committed, only the paths are corrected.

        registry move Menu Libraries/Menu
      """
  )

  @Argument(help: "The component.", completion: .components)
  var name: String

  @Argument(
    help: "The new folder, which must not exist, unless it was moved there.",
    completion: .directory
  )
  var path: String

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let move = MoveComponent(
      name,
      to: try workspace.path(typed: path, in: global.directory),
      context: writing.context(console)
    )
    let result = try writing.perform(move, as: "moved", in: workspace, console)
    console.note(result.notes)
  }
}
