import ArgumentParser
import Model
import Reports
import Versions

struct OutdatedCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "outdated",
    abstract: "Show which components could be built from a newer release.",
    usage: "registry outdated [--app <name>] [<options>]",
    discussion: """
      Lists each component that is built from a release, with that release, the newest one that \
      satisfies all pins and requirements ('registry resolve --update NAME' moves to it), the \
      newest one of all, and what prevents using it.

        registry outdated
      """
  )

  @OptionGroup var choice: AppChoice

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try console.show(OutdatedDocument(moves: Outdated(of: choice.app).run(in: workspace)))
  }
}

/// The components with a newer release.
struct OutdatedDocument: Document {
  let moves: [AppMoves]

  var members: JSONMembers { ["apps": moves] }

  func text(style: Style, width: Int?) -> String {
    guard !moves.isEmpty else { return "no app pins a release\n" }
    return moves.map { $0.text(style: style, width: width) }.joined(separator: "\n")
  }
}

extension AppMoves: JSONObjectRepresentable {
  var members: JSONMembers { ["name": app, "components": components] }

  fileprivate func text(style: Style, width: Int?) -> String {
    guard !components.isEmpty else {
      return "\(style(.bold, app.text)) is built from the newest release of"
        + " \(count == 1 ? "its one component" : "all \(count) components")\n"
    }
    var table = Table(app.text.uppercased(), "CURRENT", "FITTING", "NEWEST", "HELD BY")
    for component in components {
      let isFitting = component.fitting == component.current
      table.add(
        Table.Cell(component.name.text, .bold),
        Table.Cell(component.current.description),
        Table.Cell(component.fitting.description, isFitting ? nil : .green),
        Table.Cell(component.newest.description, .yellow),
        Table.Cell(component.holders.map(\.words).joined(separator: "; "))
      )
    }
    return table.text(width: width, style: style)
  }
}

extension OutdatedRelease: JSONObjectRepresentable {
  var members: JSONMembers {
    ["name": name, "current": current, "fitting": fitting, "newest": newest, "heldBy": holders]
  }
}

extension OutdatedRelease.Holder: JSONObjectRepresentable {
  var members: JSONMembers {
    switch self {
    case .pin(let wanted): ["kind": "pin", "requirement": wanted]
    case .release(let name, let version, let wanted):
      ["kind": "release", "component": name, "release": version, "requirement": wanted]
    case .pins(let names): ["kind": "pins", "pins": names]
    }
  }

  fileprivate var words: String {
    switch self {
    case .pin(let wanted): "pin \(wanted)"
    case .release(let name, let version, let wanted): "\(name) \(version) requires \(wanted)"
    case .pins(let names):
      "what it requires does not fit the pins of \(names.map(\.text).joined(separator: ", "))"
    }
  }
}
