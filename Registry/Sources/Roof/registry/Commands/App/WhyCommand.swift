import ArgumentParser
import Model
import Reports
import Versions

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

  @Argument(help: "The component.", completion: .components)
  var name: String

  @OptionGroup var choice: AppChoice

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let explanations = try Why(name, app: choice.app).run(in: workspace)
    try console.show(WhyDocument(component: name, explanations: explanations))
  }
}

/// The components that require a component.
struct WhyDocument: Document {
  let component: String
  let explanations: [Explanation]

  var members: JSONMembers {
    ["component": component, "apps": explanations]
  }

  func text(style: Style, width: Int?) -> String {
    guard !explanations.isEmpty else { return "the manifest lists no app\n" }
    return explanations.map { $0.text(of: component, style: style) }.joined()
  }
}

extension Explanation: JSONObjectRepresentable {
  var members: JSONMembers {
    ["name": app, "pin": pin, "release": release, "requiredBy": requirers, "used": isUsed]
  }

  fileprivate func text(of component: String, style: Style) -> String {
    if isUsed == false { return "\(style(.bold, app.text)) does not use \(component)\n" }
    let source = release.map { "\(component) \($0)" } ?? "the working tree of \(component)"
    var text = "\(style(.bold, app.text)) is built from \(style(.bold, source))\n"
    if let pin { text += "  pinned: \(pin)\n" }
    for requirer in requirers {
      text += "  required by \(requirer.name) \(requirer.version): \(requirer.requirement)\n"
      text += "    \(style(.dim, requirer.way))\n"
    }
    if pin == nil, requirers.isEmpty { text += "  neither pinned nor required by a release\n" }
    return text
  }
}

extension Explanation.Requirer: JSONObjectRepresentable {
  var members: JSONMembers {
    ["component": name, "release": version, "requirement": requirement, "chain": chain]
  }

  /// How a pin leads to it.
  fileprivate var way: String {
    "pinned: "
      + chain.map { "\($0.name) \($0.requirement)" }.joined(separator: " → requires ")
  }
}

extension Explanation.Link: JSONObjectRepresentable {
  var members: JSONMembers { ["component": name, "release": version, "requirement": requirement] }
}
