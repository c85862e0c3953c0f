import Layout
import RegistryModel
import Versioning

/// The releases that the scaffolds are built from.
struct PinsDocument: Document {
  struct Scaffold: Encodable {
    let name: String
    let components: [Component]
  }

  struct Component: Encodable {
    let name: String
    let pin: EncodedJSON?
    /// `nil` for the working tree.
    let release: String?
    let yanked: Bool
    let latest: String?
    let behind: Int
    fileprivate let words: String

    private enum CodingKeys: String, CodingKey {
      case name, pin, release, yanked, latest, behind
    }
  }

  let scaffolds: [Scaffold]

  init(_ pins: [ScaffoldPins]) {
    scaffolds = pins.map { pins in
      Scaffold(name: pins.scaffold.text, components: pins.components.map(Component.init))
    }
  }

  func text(style: Style, width: Int?) -> String {
    guard !scaffolds.isEmpty else { return "the manifest lists no app\n" }
    return scaffolds.map { scaffold in
      guard !scaffold.components.isEmpty else { return "\(scaffold.name) uses no component\n" }
      var table = Table(scaffold.name.uppercased(), "PIN", "BUILT FROM", "LATEST", "BEHIND")
      for component in scaffold.components {
        table.add(
          Table.Cell(component.name, .bold),
          Table.Cell(component.words),
          component.source,
          Table.Cell(component.latest ?? "–"),
          component.behind == 0
            ? Table.Cell("") : Table.Cell(counted(component.behind, "release"), .yellow)
        )
      }
      return table.text(width: width, style: style)
    }.joined(separator: "\n")
  }
}

extension PinsDocument.Component {
  init(_ component: PinnedComponent) {
    name = component.name.text
    pin = component.pin.map { EncodedJSON($0.json) }
    release = component.release?.description
    yanked = component.isYanked
    latest = component.latest?.description
    behind = component.behind
    words = component.pin?.description ?? (component.release == nil ? "–" : "required")
  }

  /// Both in one cell, for a table that has more to show.
  var summary: Table.Cell {
    guard let release, behind > 0, !yanked else { return source }
    return Table.Cell("\(release), \(behind) behind", .yellow)
  }

  fileprivate var source: Table.Cell {
    guard let release else { return Table.Cell("working tree", .dim) }
    return yanked ? Table.Cell("\(release), withdrawn", .red) : Table.Cell(release, .green)
  }
}
