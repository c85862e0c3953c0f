import Git
import Model
import Registration
import Versions

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
