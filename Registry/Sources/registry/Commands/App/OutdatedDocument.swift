import Inspection
import RegistryModel
import Versioning

/// The components with a newer release.
struct OutdatedDocument: Document {
  struct Scaffold: Encodable {
    let name: String
    let components: [Component]
    fileprivate let count: Int

    private enum CodingKeys: String, CodingKey {
      case name, components
    }
  }

  struct Component: Encodable {
    let name: String
    let current: String
    let fitting: String
    let newest: String
    let heldBy: [Holder]
  }

  struct Holder: Encodable {
    /// `pin`, `release` or `pins`.
    let kind: String
    private(set) var component: String?
    private(set) var release: String?
    private(set) var requirement: EncodedJSON?
    private(set) var pins: [String]?
    fileprivate let words: String

    private enum CodingKeys: String, CodingKey {
      case kind, component, release, requirement, pins
    }
  }

  let scaffolds: [Scaffold]

  init(_ moves: [ScaffoldMoves]) {
    scaffolds = moves.map { moves in
      Scaffold(
        name: moves.scaffold.text,
        components: moves.components.map(Component.init),
        count: moves.count
      )
    }
  }

  func text(style: Style, width: Int?) -> String {
    guard !scaffolds.isEmpty else { return "no app pins a release\n" }
    return scaffolds.map { scaffold in
      guard !scaffold.components.isEmpty else {
        return "\(style(.bold, scaffold.name)) is built from the newest release of"
          + " \(scaffold.count == 1 ? "its one component" : "all \(scaffold.count) components")\n"
      }
      var table = Table(scaffold.name.uppercased(), "CURRENT", "FITTING", "NEWEST", "HELD BY")
      for component in scaffold.components {
        table.add(
          Table.Cell(component.name, .bold),
          Table.Cell(component.current),
          Table.Cell(component.fitting, component.fitting == component.current ? nil : .green),
          Table.Cell(component.newest, .yellow),
          Table.Cell(component.heldBy.map(\.words).joined(separator: "; "))
        )
      }
      return table.text(width: width, style: style)
    }.joined(separator: "\n")
  }
}

extension OutdatedDocument.Component {
  init(_ release: OutdatedRelease) {
    name = release.name.text
    current = release.current.description
    fitting = release.fitting.description
    newest = release.newest.description
    heldBy = release.holders.map(OutdatedDocument.Holder.init)
  }
}

extension OutdatedDocument.Holder {
  init(_ holder: OutdatedRelease.Holder) {
    switch holder {
    case .pin(let wanted):
      kind = "pin"
      requirement = EncodedJSON(wanted.json)
      words = "pin \(wanted)"
    case .release(let name, let version, let wanted):
      kind = "release"
      component = name.text
      release = version.description
      requirement = EncodedJSON(wanted.json)
      words = "\(name) \(version) requires \(wanted)"
    case .pins(let names):
      kind = "pins"
      pins = names.map(\.text)
      let pins = names.map(\.text).joined(separator: ", ")
      words = "what it requires does not fit the pins of \(pins)"
    }
  }
}
