import Base
import ArgumentParser
import Model
import Releases
import ServerArguments
import Versions

struct YankCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "yank",
    abstract: "Withdraw a release.",
    usage: "registry yank <name> <version> --reason <text> [<options>]",
    discussion: """
      A withdrawn release is never chosen for anything new, and can still be built where it is \
      pinned. No release is ever deleted. The reason is recorded and shown to clients.

        registry yank Payments 1.4.0 --reason "charges twice on a retry"
      """
  )

  @Argument(help: "The component.", completion: .components)
  var name: String

  @Argument(help: "The released version.", completion: .releases)
  var version: String

  @Option(value: "text", help: "Why it is withdrawn, in a few words.")
  var reason: String

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let yank = YankRelease(
      component: name,
      version: try SemanticVersion(version),
      reason: reason,
      context: writing.context(console)
    )
    try writing.perform(yank, as: "withdrawn", in: workspace, console)
  }
}

/// A release that was withdrawn, or would be.
extension YankRelease.Result: WrittenResult {
  var members: JSONMembers {
    [
      "component": component,
      "version": yank.version,
      "reason": yank.reason,
      "date": yank.date,
      "unresolvable": unresolvable.unlessEmpty?.map {
        ["component": $0.component, "version": $0.version] as JSONMembers
      },
    ]
  }

  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String {
    let name = style(.bold, "\(component) \(yank.version)")
    guard written.plan == nil else {
      return "\(name) would be withdrawn\n" + losses(style, isDone: false)
    }
    let since = written.isUnchanged ? " already since \(yank.date.description.prefix(10))" : ""
    return "\(name) is withdrawn\(since): \(yank.reason.printable)\n"
      + losses(style, isDone: true)
  }

  private func losses(_ style: Style, isDone: Bool) -> String {
    guard !unresolvable.isEmpty else { return "" }
    let most = 5
    let names = unresolvable.prefix(most).map { "\($0.component) \($0.version)" }
    let rest = unresolvable.count - most
    let more = rest > 0 ? ", and \(rest) more" : ""
    return "  \(isDone ? "can" : "could") no longer be resolved: "
      + "\(names.joined(separator: ", "))\(more)\n"
      + style.help(help)
  }
}
