import Inspection
import Layout
import RegistryModel
import Versioning

/// The status of the components.
struct StatusDocument: Document {
  private let components: [ComponentStatus]
  /// Only of apps that pin something, and only components that are shown.
  private let pins: [AppPins]
  private let emptyText: String

  init(
    _ components: [ComponentStatus],
    _ pins: [AppPins],
    emptyText: String = "the manifest lists no component"
  ) {
    (self.components, self.emptyText) = (components, emptyText)
    let shown = Set(components.map(\.name))
    self.pins = pins.map { pins in
      AppPins(
        app: pins.app,
        components: pins.components.filter { shown.contains($0.name) }
      )
    }
  }

  var members: JSONMembers { ["components": components, "apps": pins, "scaffolds": pins] }

  func text(style: Style, width: Int?) -> String {
    guard !components.isEmpty else { return "\(emptyText)\n" }
    let hasGroups = components.contains { $0.group != nil }
    let hasInternal = components.contains { $0.release == .internal && $0.state != .isPrivate }
    var table = Table(
      ["COMPONENT", "LAYER"] + (hasGroups ? ["GROUP"] : [])
        + (hasInternal ? ["RELEASES"] : []) + ["STATE", "VERSION", "LATEST"]
        + pins.map { $0.app.text.uppercased() }
    )
    // Status and pins may have been read from two states of the manifest.
    let pinned = pins.map { pins in
      Dictionary(pins.components.map { ($0.name, $0.summary) }) { first, _ in first }
    }
    for component in components {
      table.add(
        [
          Table.Cell(component.name.text, .bold),
          Table.Cell(component.layer?.text ?? "–"),
        ] + (hasGroups ? [Table.Cell(component.group?.text ?? "–")] : [])
          + (hasInternal ? [component.releaseCell] : []) + [
            component.cell,
            Table.Cell(component.version?.description ?? "–"),
            Table.Cell(component.latest?.description ?? "–"),
          ] + pinned.map { $0[component.name] ?? Table.Cell("–") }
      )
    }
    return table.text(width: width, style: style)
  }
}

extension ComponentStatus: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "name": name,
      "path": path,
      "layer": layer,
      "group": group,
      "release": release == .internal ? release.rawValue : nil,
      "version": version,
      "latest": latest,
      "baseline": baseline,
      "state": stateWord,
      "commits": commits,
      "uncommittedFiles": uncommittedFiles,
    ]
  }

  private var stateWord: String {
    switch state {
    case .neverReleased: "never-released"
    case .isPrivate: "private"
    case .unchanged: "unchanged"
    case .changed: "changed"
    case .missing: "missing"
    }
  }

  private var commits: Int? {
    switch state {
    case .unchanged: 0
    case .changed(let count): count
    case .neverReleased, .isPrivate, .missing: nil
    }
  }

  fileprivate var releaseCell: Table.Cell {
    Table.Cell(state == .isPrivate ? "–" : release.rawValue)
  }

  fileprivate var cell: Table.Cell {
    let words = self.words
    let isUnchanged = state == .unchanged || state == .isPrivate
    if uncommittedFiles > 0 {
      let files = counted(uncommittedFiles, "file") + " uncommitted"
      return Table.Cell(isUnchanged ? files : "\(words), \(files)", .red)
    }
    return Table.Cell(words, isUnchanged ? .green : state == .missing ? .red : .yellow)
  }

  private var words: String {
    switch state {
    case .neverReleased: "never released"
    case .isPrivate, .missing: stateWord
    case .unchanged: stateWord + (baseline.map { " since baseline \($0)" } ?? "")
    case .changed:
      (commits.map { counted($0, "commit") + " since" } ?? stateWord)
        + (baseline.map { " baseline \($0)" } ?? "")
    }
  }
}

/// `1 commit`, `2 commits`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
