import Base
import Checks
import Model
import Releases
import SemverRules
import ServerArguments
import Versions
import ArgumentParser

struct PlanCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show which releases are due, in which order and as which version.",
    usage: "registry plan [<name>[=<version>] ...] [<options>]",
    discussion: """
      Lists every component with committed changes since its last release, dependencies first, \
      with the lowest version that its changes allow and the reasons: the commit messages ('feat:' \
      adds, '!' and 'BREAKING CHANGE:' break), the differences of the public API, and new releases \
      of dependencies that the last release does not admit. 'registry release' makes the releases \
      that are shown.

        registry plan                        all components
        registry plan Payments               this one, its dependencies, and the
                                             dependents that need a release with it
        registry plan Payments=2.0.0         with this version
        registry plan 'Pay*'                 those whose names match
        registry plan services=2.0.0         a group, with this version
        registry plan --check                fail if changes are not released
        registry plan --check --since main   only changes since this revision
        registry plan --check-held --since main
                                             fail if one of these could not be
                                             released
      """
  )

  @OptionGroup var choice: ReleaseChoice

  @Flag(help: "Exit with status 1 if a component has unreleased changes.")
  var check = false

  @Flag(
    help: """
      Exit with status 1 if a component cannot be released as it is; one for a platform that \
      cannot be built for here does not count.
      """
  )
  var checkHeld = false

  @Option(value: .revision, help: "Include only components that changed since this revision.")
  var since: String?

  @Flag(
    name: .customLong("no-api-check"),
    help: "Do not compare the public API; choose versions by the commits alone."
  )
  var isUnchecked = false

  @OptionGroup var formatting: ReleaseFormatOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  var output: OutputOptions { global.output(formatting.format) }

  func validate() throws {
    try global.check(formatting.format)
    try choice.checkAccepted(isUnchecked: isUnchecked)
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    var planning = try choice.planning { console.showProgress($0) }
    planning.since = since
    planning.comparing = isUnchecked ? nil : StockToolchain()
    let plan = try console.clearingProgress { try planning.run(in: workspace) }
    if formatting.isMarkdown {
      try Stream.output.deliver(ReleaseReview(plan: plan).markdown)
    } else {
      try console.show(plan)
    }
    if let note = try? workspace.noteOnWhatWasTakenBack() { console.note(note) }
    console.noteWithdrawn(plan)
    console.noteUncommittedChanges(besides: plan)
    console.noteUnlistedPackages(in: workspace)
    if check && plan.hasChanges || checkHeld && !plan.heldEverywhere.isEmpty { throw ExitCode(1) }
  }
}

extension ReleasePlan: Document {
  var members: JSONMembers {
    ["steps": releases, "held": held, "comparesInterfaces": comparesInterfaces]
  }

  func text(style: Style, width: Int?) -> String {
    var text = list(style: style, width: width)
    text += HeldList(held: held, isPlan: true).text(style: style)
    guard !releases.isEmpty else {
      return held.isEmpty ? "nothing to release\n" : text
    }
    text += "\n\(counted(releases.count, "release"))"
    return text
      + (comparesInterfaces
        ? "\n" : "; the public API was not compared: the versions follow from the commits alone\n")
  }
}

extension ReleasePlan {
  /// So many releases with the same version and reasons are shown one by one.
  private static let mostAlike = 3

  /// The releases in their order; those that differ by name alone are listed with the first of them.
  private func list(style: Style, width: Int?) -> String {
    releases.folded(moreThan: Self.mostAlike) { $0.text(of: "", style: style) }.map { alike in
      let step = alike[0]
      guard alike.count > 1 else {
        return step.text(of: style(.bold, step.component.text), style: style)
      }
      return step.text(
        of: style(.bold, "\(alike.count) components"),
        alike.map(\.component.text).lines(indent: 2, width: width),
        style: style
      )
    }.joined()
  }
}

extension PlannedRelease: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "component": component,
      "path": path,
      "previous": last,
      "version": version,
      "level": level?.rawValue,
      "asked": isAsked,
      "group": group,
      "reasons": reasons,
    ]
  }

  /// - Parameter names: The lines with the names of several.
  fileprivate func text(of title: String, _ names: String = "", style: Style) -> String {
    let look: Style.Look =
      switch level {
      case .breaking: .red
      case .additive: .green
      case .unchanged, nil: .yellow
      }
    let before = last.map { " \($0) →" } ?? ""
    let note = isAsked ? ", as asked" : ""
    let replaced = withdrawn.map { "replaces \($0.version), which is withdrawn: \($0.reason)" }
    let lines = (reasons.flatMap(\.lines) + replaced).map { "  \($0.printable)\n" }.joined()
    return "\(title)\(before) \(style(look, version.description))\(note)\n" + names + lines
  }
}

extension HeldComponent: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "component": name, "changed": isChanged, "code": refusal.code.rawValue, "reason": words,
      "help": refusal.help,
    ]
  }

  /// The refusal without the component, which is named before it.
  var words: String {
    let context = refusal.context == "component '\(name)'" ? nil : refusal.context
    return [context, refusal.message].compactMap(\.self).joined(separator: ": ")
  }
}

extension Console {
  /// Says which components wait for a person because their last release was withdrawn.
  func noteWithdrawn(_ plan: ReleasePlan) {
    for state in plan.withdrawn {
      note(
        "note: \(state.component) has the files of \(state.version), which is withdrawn:"
          + " '\(state.command)' releases them again"
      )
    }
  }
}
