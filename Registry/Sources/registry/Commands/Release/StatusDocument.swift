import GitValues
import Inspection
import Layout
import RegistryModel
import Versioning

/// The status of the components.
struct StatusDocument: Document {
  struct Component: Encodable {
    let name: String
    let path: String
    let layer: String?
    let group: String?
    let version: String?
    let latest: String?
    let baseline: String?
    let state: String
    let commits: Int?
    let uncommittedFiles: Int
  }

  let components: [Component]
  /// As for `pins`; only those that pin something.
  let scaffolds: [PinsDocument.Scaffold]

  private let emptyText: String

  private enum CodingKeys: String, CodingKey {
    case components, scaffolds
  }

  init(
    _ statuses: [ComponentStatus],
    _ pins: [ScaffoldPins],
    emptyText: String = "the manifest lists no component"
  ) {
    self.emptyText = emptyText
    components = statuses.map(Component.init)
    let shown = Set(components.map(\.name))
    scaffolds = pins.map { pins in
      PinsDocument.Scaffold(
        name: pins.scaffold.text,
        components: pins.components.filter { shown.contains($0.name.text) }
          .map(PinsDocument.Component.init)
      )
    }
  }

  func text(style: Style, width: Int?) -> String {
    guard !components.isEmpty else { return "\(emptyText)\n" }
    let hasGroups = components.contains { $0.group != nil }
    var table = Table(
      ["COMPONENT", "LAYER"] + (hasGroups ? ["GROUP"] : []) + ["STATE", "VERSION", "LATEST"]
        + scaffolds.map { $0.name.uppercased() }
    )
    // Status and pins may have been read from two states of the manifest.
    let pinned = scaffolds.map { scaffold in
      Dictionary(scaffold.components.map { ($0.name, $0.summary) }) { first, _ in first }
    }
    for component in components {
      table.add(
        [
          Table.Cell(component.name, .bold),
          Table.Cell(component.layer ?? "–"),
        ] + (hasGroups ? [Table.Cell(component.group ?? "–")] : []) + [
          component.cell,
          Table.Cell(component.version ?? "–"),
          Table.Cell(component.latest ?? "–"),
        ] + pinned.map { $0[component.name] ?? Table.Cell("–") }
      )
    }
    return table.text(width: width, style: style)
  }
}

extension StatusDocument.Component {
  init(_ status: ComponentStatus) {
    name = status.name.text
    path = status.path.description
    layer = status.layer?.text
    group = status.group?.text
    version = status.version?.description
    latest = status.latest?.description
    baseline = status.baseline?.description
    uncommittedFiles = status.uncommittedFiles
    switch status.state {
    case .neverReleased: (state, commits) = ("never-released", nil)
    case .isPrivate: (state, commits) = ("private", nil)
    case .unchanged: (state, commits) = ("unchanged", 0)
    case .changed(let count): (state, commits) = ("changed", count)
    case .missing: (state, commits) = ("missing", nil)
    }
  }

  fileprivate var cell: Table.Cell {
    var words = state == "never-released" ? "never released" : state
    if let commits, commits > 0 { words = counted(commits, "commit") + " since" }
    if let baseline, state == "changed" { words += " baseline \(baseline)" }
    if let baseline, state == "unchanged" { words += " since baseline \(baseline)" }
    let isUnchanged = state == "unchanged" || state == "private"
    if uncommittedFiles > 0 {
      let files = counted(uncommittedFiles, "file") + " uncommitted"
      return Table.Cell(isUnchanged ? files : "\(words), \(files)", .red)
    }
    return Table.Cell(words, isUnchanged ? .green : state == "missing" ? .red : .yellow)
  }
}

/// `1 commit`, `2 commits`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
