import Base
import ArgumentParser
import Git
import Model
import Registration
import ServerArguments
import Versions

struct AddCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "List packages of the repository as components.",
    usage: "registry add (<paths> ... | --all) [--layer <layer>] [<options>]",
    discussion: """
      Adds committed packages to the manifest and commits that. The name of a component is that of \
      its folder, or the package's own if the folder's is not valid; '--name' sets another one. \
      Packages that are listed already stay as they are.

        registry add Components/Menu
        registry add Libraries/menu-core --name MenuCore --layer core
        registry add Libraries/orders --baseline 1.4.0
        registry add --all --dry-run
      """
  )

  @Argument(help: "Folders of packages.", completion: .directory)
  var paths: [String] = []

  @Flag(
    help: """
      Add every package that git tracks, except one around the manifest and those in folders of \
      components.
      """
  )
  var all = false

  @Option(help: "The name of the component, for a single folder.")
  var name: String?

  @Option(help: "The layer of the components.", completion: .layers)
  var layer: String?

  @Flag(name: .customLong("private"), help: "List them as private: they are never released.")
  var isPrivate = false

  @Option(
    value: "version",
    help: "The version that the components have reached, from which their first releases continue."
  )
  var baseline: String?

  @OptionGroup var writing: WritingOptions

  func validate() throws {
    guard all == paths.isEmpty else {
      throw ValidationError("expected folders of packages, or '--all'")
    }
    guard name == nil || paths.count == 1 else {
      throw ValidationError("'--name' needs a single folder")
    }
    guard baseline == nil || !isPrivate else {
      throw ValidationError("'--baseline' and '--private' cannot be combined")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    var found: [TreePath] = []
    for path in paths {
      found.append(try workspace.path(typed: path, in: global.directory))
    }
    var add = AddComponents(all ? .all : .paths(found), context: writing.context(console))
    (add.name, add.layer, add.isPrivate) = (name, layer, isPrivate)
    add.baseline = try baseline.map { try SemanticVersion($0) }
    let result = try writing.perform(add, as: "added", in: workspace, console)
    console.note(result.notes)
  }
}
