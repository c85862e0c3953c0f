import ArgumentParser
import Apps
import Model
import Reports
import ServerArguments
import Versions

struct PinCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "pin",
    abstract: "Choose the release of a component that the app is built from.",
    usage: """
      registry pin <name> <version> [--dry-run]
      registry pin <name> --from <version> [--to <version>] [--dry-run]
      registry pin <name> --up-to-next-minor-from <version> [--dry-run]
      registry pin <name> --working-tree [--dry-run]
      """,
    discussion: """
      Records the pin in the manifest, and in resolved.json the release of each component that all \
      pins lead to. Components that a pinned release requires are taken from releases too. One \
      commit contains both files and nothing else.

        registry pin Payments 1.4.0           exactly this release
        registry pin Payments --from 1.4.0    the newest below 2.0.0
        registry pin Payments --up-to-next-minor-from 1.4.0
                                              the newest below 1.5.0
        registry pin Payments --from 1.4.0 --to 1.6.0
                                              the newest below 1.6.0
        registry pin Payments --working-tree  the files as they are, even if a
                                              release requires the component

      A component without a pin is built from the working tree, unless a release requires it.
      """
  )

  @Argument(help: "The component.", completion: .components)
  var name: String

  @Argument(help: "The released version.", completion: .releases)
  var version: String?

  @Option(value: .release, help: "Exactly this version, as without an option.")
  var exact: String?

  @Option(value: .release, help: "From this version up to the next major version.")
  var from: String?

  @Option(value: .release, help: "From this version up to the next minor version.")
  var upToNextMinorFrom: String?

  @Option(value: .release, help: "With '--from': up to this version, which is excluded.")
  var to: String?

  @Flag(help: "Build from the working tree, even if a release requires it.")
  var workingTree = false

  @OptionGroup var choice: AppChoice

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    if version != nil, exact != nil {
      throw ValidationError("a version and '--exact' cannot both be given")
    }
    let words = name.split(separator: /[=@]/, maxSplits: 1)
    if words.count == 2 {
      throw ValidationError(
        "invalid name '\(name)', expected name and version as two words:"
          + " 'registry pin \(words[0]) \(words[1])'"
      )
    }
    let choices = [version ?? exact, from, upToNextMinorFrom, workingTree ? "" : nil]
    guard choices.count(where: { $0 != nil }) == 1 else {
      throw ValidationError(
        "expected one of a version, '--from', '--up-to-next-minor-from' and '--working-tree'"
      )
    }
    if to != nil, from == nil { throw ValidationError("'--to' was given without '--from'") }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    var words = Pin.Words()
    (words.exact, words.from, words.to) = (version ?? exact, from, to)
    (words.upToNextMinorFrom, words.workingTree) = (upToNextMinorFrom, workingTree)
    let pin = PinComponent(
      component: name,
      pin: try Pin(words),
      app: choice.app ?? onlyApp(in: workspace),
      context: writing.context(console)
    )
    let result = try writing.perform(pin, as: "pinned", in: workspace, console)
    if let note = note(on: result, in: workspace) { console.note(note) }
  }

  /// Returns the one app of several that uses the component; `nil` if there are more, or none.
  private func onlyApp(in workspace: borrowing Workspace) -> String? {
    guard let manifest = try? workspace.currentManifest(), manifest.apps.count > 1,
      let component = try? manifest.component(named: name).name
    else { return nil }
    return try? ReachedComponents(in: workspace).onlyApp(using: component)?.text
  }

  /// For a pin of what the app does not use; the pin is made without it.
  private func note(on result: PinComponent.Result, in workspace: borrowing Workspace) -> String? {
    let (component, app) = (result.component, result.app)
    guard result.before[component] == nil,
      let isUsed = try? ReachedComponents(in: workspace).reaches(component, from: app), !isUsed
    else { return nil }
    return "note: '\(app)' does not use '\(component)' so far"
  }
}

/// A pin that was added or removed, or would be, and the releases that change.
extension PinComponent.Result: WrittenResult {
  var members: JSONMembers {
    ["app": app, "component": component, "pin": pin, "changes": changes]
  }

  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String {
    let already = written.isUnchanged ? " already" : ""
    let no = written.isUnchanged ? "not" : "no longer"
    let what =
      pin.map { "pinned in \(app)\(already): \($0)" } ?? "\(no) pinned in \(app)"
    return "\(style(.bold, component.text)) \(written.verb) \(what)\n"
      + changes.map { "  \($0.text(style: style))\n" }.joined()
  }

  private var changes: [ResolvedChange] {
    ResolvedChange.changes(from: before, to: after)
  }
}

/// A component that an app is built from another release of.
struct ResolvedChange: JSONObjectRepresentable {
  private let component: ComponentName
  /// `nil` for the working tree.
  private let from: SemanticVersion?
  private let to: SemanticVersion?

  static func changes(
    from before: [ComponentName: SemanticVersion],
    to after: [ComponentName: SemanticVersion]
  ) -> [ResolvedChange] {
    Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map { name in
      ResolvedChange(component: name, from: before[name], to: after[name])
    }
  }

  var members: JSONMembers { ["component": component, "from": from, "to": to] }

  func text(style: Style) -> String {
    let (from, to) = (
      from?.description ?? "the working tree", to?.description ?? "the working tree"
    )
    return "\(component): \(from) → \(style(.green, to))"
  }
}
