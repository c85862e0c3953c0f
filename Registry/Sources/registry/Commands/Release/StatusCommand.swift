import ArgumentParser
import Errors
import Inspection
import Layout
import Workspace
import Writing

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

      Uncommitted files are counted beside it. Each app with pins has a column of its own: the \
      release that it is built from, and how many are newer. In a terminal, the last line names the \
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
    if let next = NextStep(all, pins).words { console.suggest(next) }
  }

  /// The state of the components does not depend on pins, which may be unresolvable.
  private func pins(
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws(OperationError) -> [AppPins] {
    do throws(OperationError) {
      return try PinStatus().runForPinned(in: workspace)
    } catch {
      console.note("note: the pins cannot be resolved: \(error)")
      return []
    }
  }
}
