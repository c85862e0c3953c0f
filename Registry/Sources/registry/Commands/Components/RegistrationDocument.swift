import Git
import GitValues
import Registration
import RegistryModel
import Versioning

/// Components that were added, created, moved or removed, or would be.
struct RegistrationDocument: Document {
  enum Change: String {
    case added
    case created
    case moved
    case removed
  }

  private let result: RegistrationResult
  private let change: Change
  private let written: WrittenOutcome

  init(_ result: RegistrationResult, _ change: Change, _ mode: WritingMode) {
    (self.result, self.change) = (result, change)
    written = WrittenOutcome(result, change.rawValue, mode)
  }

  var members: JSONMembers {
    [
      "outcome": written.outcome,
      "components": result.entries.map { entry in
        [
          "name": entry.name,
          "path": entry.component.path,
          "layer": entry.component.layer,
          "oldPath": result.oldPath,
          "private": entry.component.isPrivate ? true : nil,
        ] as JSONMembers
      },
      "files": result.files.unlessEmpty,
      "commit": written.commit,
      "plan": written.plan,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    if written.isUnchanged, change == .removed {
      return result.entries.map {
        "\(style(.bold, $0.name.text)) is removed from the manifest already\n"
      }.joined()
    }
    if written.isUnchanged { return change == .added ? "nothing to add\n" : "nothing to change\n" }
    let verb = written.verb
    var text = result.entries.map { entry in
      let (name, component) = (style(.bold, entry.name.text), entry.component)
      let layer = component.layer.map { " in the layer \($0)" } ?? ""
      return switch change {
      case .added:
        "\(name) \(verb) added\(component.isPrivate ? " as private" : ""):"
          + " \(component.path)\(layer)\n"
      case .created: "\(name) \(verb) created: \(component.path)\(layer)\n"
      case .moved: "\(name) \(verb) moved: \(result.oldPath ?? .root) → \(component.path)\n"
      case .removed: "\(name) \(verb) removed from the manifest; \(component.path) stays\n"
      }
    }.joined()
    for file in result.files { text += "  \(file)\n" }
    if written.commit != nil { text += "  \(style(.dim, "commit"))  \(written.shortCommit)\n" }
    return written.plan.map { text + "\n" + $0.text(style: style, width: width) } ?? text
  }
}
