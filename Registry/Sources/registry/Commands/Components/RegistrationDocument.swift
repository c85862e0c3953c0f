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

  struct Component: Encodable {
    let name: String
    let path: String
    let layer: String?
    /// Where it was before it moved.
    let oldPath: String?
    /// `nil` for one that is released.
    let isPrivate: Bool?

    enum CodingKeys: String, CodingKey {
      case name, path, layer, oldPath
      case isPrivate = "private"
    }
  }

  /// `added`, `created`, `moved`, `removed`, `unchanged` if it stood already, or `planned` for a
  /// dry run.
  let outcome: String
  let components: [Component]
  /// That were made, beside the manifest.
  let files: [String]?
  let commit: String?
  let plan: PlanDocument?

  private let change: Change

  private enum CodingKeys: String, CodingKey {
    case outcome, components, files, commit, plan
  }

  init(_ result: RegistrationResult, _ change: Change, isDryRun: Bool) {
    self.change = change
    outcome = result.plan == nil ? "unchanged" : isDryRun ? "planned" : change.rawValue
    components = result.entries.map { entry in
      Component(
        name: entry.name.text,
        path: entry.component.path.description,
        layer: entry.component.layer?.text,
        oldPath: result.oldPath?.description,
        isPrivate: entry.component.isPrivate ? true : nil
      )
    }
    files = result.files.isEmpty ? nil : result.files.map(\.description)
    commit = result.commit?.hex
    plan = isDryRun ? result.plan.map(PlanDocument.init) : nil
  }

  func text(style: Style, width: Int?) -> String {
    if outcome == "unchanged", change == .removed {
      return components.map { "\(style(.bold, $0.name)) is removed from the manifest already\n" }
        .joined()
    }
    if outcome == "unchanged" {
      return change == .added ? "nothing to add\n" : "nothing to change\n"
    }
    let verb = plan == nil ? "is" : "would be"
    var text = components.map { component in
      let name = style(.bold, component.name)
      let layer = component.layer.map { " in the layer \($0)" } ?? ""
      return switch change {
      case .added:
        "\(name) \(verb) added\(component.isPrivate == true ? " as private" : ""):"
          + " \(component.path)\(layer)\n"
      case .created: "\(name) \(verb) created: \(component.path)\(layer)\n"
      case .moved: "\(name) \(verb) moved: \(component.oldPath ?? "") → \(component.path)\n"
      case .removed: "\(name) \(verb) removed from the manifest; \(component.path) stays\n"
      }
    }.joined()
    for file in files ?? [] { text += "  \(file)\n" }
    if let commit { text += "  \(style(.dim, "commit"))  \(commit.prefix(12))\n" }
    return plan.map { text + "\n" + $0.text(style: style, width: width) } ?? text
  }
}
