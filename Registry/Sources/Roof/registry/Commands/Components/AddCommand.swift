import ArgumentParser
import Base
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

  @OptionGroup(title: "Common Options") var global: GlobalOptions

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
      found.append(try workspace.path(typed: path, in: global.directory, takesRoot: true))
    }
    var add = AddComponents(all ? .all : .paths(found), context: writing.context(console))
    (add.name, add.layer, add.isPrivate) = (name, layer, isPrivate)
    add.baseline = try baseline.map { try SemanticVersion($0) }
    let result = try writing.perform(add, as: "added", in: workspace, console)
    console.note(result.notes)
  }
}

/// Components that were added, created, moved or removed, or would be.
extension RegistrationResult: WrittenResult {
  var members: JSONMembers {
    [
      "components": entries.map { entry in
        [
          "name": entry.name,
          "path": entry.component.path,
          "layer": entry.component.layer,
          "oldPath": oldPath,
          "private": entry.component.isPrivate ? true : nil,
        ] as JSONMembers
      },
      "files": files.unlessEmpty,
    ]
  }

  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String {
    if written.isUnchanged, written.done == "removed" {
      return entries.map {
        "\(style(.bold, $0.name.text)) is removed from the manifest already\n"
      }.joined()
    }
    if written.isUnchanged {
      return "nothing to \(written.done == "added" ? "add" : "change")\n"
    }
    let verb = written.verb
    var text = entries.map { entry in
      let (name, component) = (style(.bold, entry.name.text), entry.component)
      let layer = component.layer.map { " in the layer \($0)" } ?? ""
      return switch written.done {
      case "added":
        "\(name) \(verb) added\(component.isPrivate ? " as private" : ""):"
          + " \(component.path)\(layer)\n"
      case "created": "\(name) \(verb) created: \(component.path)\(layer)\n"
      case "moved": "\(name) \(verb) moved: \(oldPath ?? .root) → \(component.path)\n"
      default: "\(name) \(verb) removed from the manifest; \(component.path) stays\n"
      }
    }.joined()
    for file in files { text += "  \(file)\n" }
    if written.commit != nil { text += "  \(style(.dim, "commit"))  \(written.shortCommit)\n" }
    return text
  }
}
