import ArgumentParser
import Apps
import Base
import Model
import Reports
import Versions

struct StatusCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show what has changed in each component since its last release.",
    usage: "registry status [<names> ...] [<options>]",
    discussion: """
      The state compares the newest commit with the greatest release on this branch:

        unchanged          nothing to release
        3 commits since    the number of commits that changed the component
        changed            the number is unknown, as in a shallow clone
        never released     create the first release with 'registry bump NAME'
        missing            nothing is committed at the component's path

      Uncommitted files and change notes are counted beside it. Each app with pins has a column of its own: the \
      release of each component that it uses, and how many are newer. In a terminal, the last line names the \
      next command, unless --quiet is given.

        registry status
        registry status Payments 'Chef*'
        registry status --changed
      """
  )

  @Argument(
    help: "Only these components and groups; '*' and '?' match several.",
    completion: .componentsAndGroups
  )
  var names: [String] = []

  @Flag(help: "Only components with something to release or to commit.")
  var changed = false

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let all = try Status(of: names).run(in: workspace)
    let pins = try pins(in: workspace, console)
    try console.show(
      StatusDocument(
        changed ? all.filter { $0.state != .unchanged || $0.uncommittedFiles > 0 } : all,
        pins,
        emptyText: changed ? "no component has changed" : "the manifest lists no component"
      )
    )
    // Without it the result is the same.
    if let note = try? workspace.noteOnWhatWasTakenBack() { console.note(note) }
    if names.isEmpty { console.noteUnlistedPackages(in: workspace) }
    if let next = nextStep(all, pins) { console.suggest(next) }
  }

  /// The state of the components does not depend on pins, which may be unresolvable.
  private func pins(
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws(OperationError) -> [AppPins] {
    do throws(OperationError) {
      let pins = try PinStatus(onlyPinned: true).run(in: workspace)
      return try pins.isEmpty ? [] : pins.map(ReachedComponents(in: workspace).only)
    } catch {
      console.note("note: the pins cannot be resolved: \(error)")
      return []
    }
  }
}

extension StatusCommand {
  /// The command that is most useful after a look at the status; `nil` if nothing is due.
  private func nextStep(_ components: [ComponentStatus], _ pins: [AppPins]) -> String? {
    if components.isEmpty { return "registry new NAME" }
    if components.contains(where: { $0.state == .missing }) { return "registry lint" }
    if components.contains(where: \.isDue) { return "registry plan" }
    if components.contains(where: { $0.uncommittedFiles > 0 }) {
      return "git commit, then registry plan"
    }
    let isBehind = pins.contains { $0.components.contains { $0.behind > 0 || $0.isYanked } }
    return isBehind ? "registry outdated" : nil
  }
}

extension ComponentStatus {
  fileprivate var isDue: Bool {
    switch state {
    case .neverReleased, .changed: true
    case .unchanged, .isPrivate, .missing: false
    }
  }
}

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

  var members: JSONMembers { ["components": components, "apps": pins] }

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
      "changeNotes": changeNotes > 0 ? changeNotes : nil,
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
    let words = self.words + (changeNotes > 0 ? ", \(counted(changeNotes, "change note"))" : "")
    let isUnchanged = state == .unchanged || state == .isPrivate
    if uncommittedFiles > 0 {
      let files = counted(uncommittedFiles, "file") + " uncommitted"
      return Table.Cell(isUnchanged && changeNotes == 0 ? files : "\(words), \(files)", .red)
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
