import Base
import ArgumentParser
import Git
import Model
import Releases
import Versions

struct UndoCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Remove the last release, if it was not shared yet.",
    usage: "registry undo <name> [<version>] [--together] [<options>]",
    discussion: """
      Removes the release if its commit is the newest of this branch and is on no other branch and \
      no remote branch. Afterwards the repository is as if the release had never been made. \
      Withdraw any other release with 'registry yank'.

        registry undo Payments
        registry undo Payments 1.4.0       only if this is the last release
        registry undo Payments --together  with all releases of the same commit
      """
  )

  @Argument(help: "The component.", completion: .components)
  var name: String

  @Argument(
    help: "The version to remove, so that a second run removes nothing else.",
    completion: .releases
  )
  var version: String?

  @Flag(help: "Remove all releases that 'registry release' made in the same commit.")
  var together = false

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let undo = UndoRelease(
      component: name,
      version: try version.map { try SemanticVersion($0) },
      takesOthers: together,
      context: writing.context(console)
    )
    try writing.perform(undo, as: "undone", in: workspace, console)
  }
}

/// A release that was removed, or would be.
extension UndoRelease.Result: WrittenResult {
  var members: JSONMembers {
    [
      "component": component,
      "version": release.version,
      "others": others.unlessEmpty?.map {
        ["component": $0.component, "version": $0.version] as JSONMembers
      },
      "undone": undone,
    ]
  }

  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String {
    let all = [(component: component, version: release.version)] + others
    let name = all.map { style(.bold, "\($0.component) \($0.version)") }.joined(separator: ", ")
    let verb = written.plan == nil && !others.isEmpty ? "are" : written.verb
    return "\(name) \(verb) removed, the branch \(written.verb) at \(written.shortCommit) again\n"
  }
}
