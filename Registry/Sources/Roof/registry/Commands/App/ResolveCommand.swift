import ArgumentParser
import Apps
import Model
import Versions

struct ResolveCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Resolve the pins again after the manifest was edited.",
    usage: "registry resolve [--update <names> ... [--app <name>]] [<options>]",
    discussion: """
      Keeps the releases that were chosen before, as long as they satisfy all pins and \
      requirements. With --update, a component moves to the newest release that does, in every \
      app or in the one that --app names.

        registry resolve
        registry resolve --update Payments 'Chef*'
      """
  )

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Update these components, groups or patterns to the newest releases that fit.",
      valueName: "names"
    ),
    completion: .components
  )
  var update: [String] = []

  @OptionGroup var choice: AppChoice

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    if choice.app != nil, update.isEmpty {
      throw ValidationError(
        "'--app' was given without '--update': the pins of all apps are resolved together"
      )
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let resolve = ResolvePins(
      updating: update,
      app: choice.app,
      context: writing.context(console)
    )
    try writing.perform(resolve, as: "resolved", in: workspace, console)
  }
}

/// The resolution of each app's pins.
extension ResolvePins.Result: WrittenResult {
  var members: JSONMembers {
    let apps = apps.map { name, releases, changes in
      ["name": name, "releases": releases, "changes": changes] as JSONMembers
    }
    return ["apps": apps]
  }

  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String {
    if written.isUnchanged { return "the resolution is already up to date\n" }
    var text = ""
    for (name, _, changes) in apps where !changes.isEmpty {
      text += style(.bold, name.text) + "\n"
      text += changes.map { "  \($0.text(style: style))\n" }.joined()
    }
    return text.isEmpty ? "the resolution \(written.verb) recorded, no release changes\n" : text
  }

  private var apps:
    [(name: AppName, releases: [ComponentName: SemanticVersion], changes: [ResolvedChange])]
  {
    after.apps.sorted { $0.key < $1.key }.map { name, releases in
      let before = before.apps[name] ?? [:]
      return (name, releases, ResolvedChange.changes(from: before, to: releases))
    }
  }
}
