import ArgumentParser
import Apps
import Model
import Reports
import Versions

struct PinsCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "pins",
    abstract: "Show what each app is built from, and how far behind it is.",
    usage: "registry pins [--all] [--app <name>] [<options>]",
    discussion: """
      Lists the components that the app uses: pinned, required by a pinned release, or reached by \
      path dependencies of its product. A component without a release in the list is built from the working tree. A component with a \
      release but without a pin is required by a pinned release.

        registry pins
      """
  )

  @Flag(help: "List all components, those that the app does not use too.")
  var all = false

  @OptionGroup var choice: AppChoice

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let pins = try PinStatus(of: choice.app).run(in: workspace)
    let shown = try all ? pins : pins.map(ReachedComponents(in: workspace).only)
    try console.show(PinsDocument(pins: shown))
  }
}

/// The releases that the apps are built from.
struct PinsDocument: Document {
  let pins: [AppPins]

  var members: JSONMembers { ["apps": pins] }

  func text(style: Style, width: Int?) -> String {
    guard !pins.isEmpty else { return "the manifest lists no app\n" }
    return pins.map { pins in
      guard !pins.components.isEmpty else { return "\(pins.app) uses no component\n" }
      var table = Table(pins.app.text.uppercased(), "PIN", "BUILT FROM", "LATEST", "BEHIND")
      for component in pins.components {
        table.add(
          Table.Cell(component.name.text, .bold),
          Table.Cell(component.pinWords),
          component.source,
          Table.Cell(component.latest?.description ?? "–"),
          component.behind == 0
            ? Table.Cell("") : Table.Cell(counted(component.behind, "release"), .yellow)
        )
      }
      return table.text(width: width, style: style)
    }.joined(separator: "\n")
  }
}

extension AppPins: JSONObjectRepresentable {
  var members: JSONMembers { ["name": app, "components": components] }
}

extension PinnedComponent: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "name": name,
      "pin": pin,
      "release": release,
      "yanked": isYanked,
      "latest": latest,
      "behind": behind,
    ]
  }

  /// The release and how far it is behind in one cell, for a table that has more to show.
  var summary: Table.Cell {
    guard let release, behind > 0, !isYanked else { return source }
    return Table.Cell("\(release), \(behind) behind", .yellow)
  }

  fileprivate var source: Table.Cell {
    guard let release else { return Table.Cell("working tree", .dim) }
    return isYanked
      ? Table.Cell("\(release), withdrawn", .red) : Table.Cell(release.description, .green)
  }

  fileprivate var pinWords: String { pin?.description ?? (release == nil ? "–" : "required") }
}
