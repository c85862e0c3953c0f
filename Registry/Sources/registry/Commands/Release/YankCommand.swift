import ArgumentParser
import Releases
import Versioning
import Workspace

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

  @Argument(
    help: "The component.",
    completion: .components
  )
  var name: String

  @Argument(help: "The released version.", completion: .releases)
  var version: String

  @Option(help: ArgumentHelp("Why it is withdrawn, in a few words.", valueName: "text"))
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
    let result = try writing.perform(yank, in: workspace, console)
    try console.show(YankDocument(result, writing.mode))
  }
}
