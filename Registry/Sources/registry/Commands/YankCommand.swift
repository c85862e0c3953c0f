import ArgumentParser
import RegistryOperations
import Versioning

struct YankCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "yank",
    abstract: "Withdraw a release.",
    discussion: """
      A withdrawn release is never chosen anew, and still built where it is pinned: nothing that \
      was released is ever taken away. The reason is recorded, and shown to whoever asks why.

        registry yank Payments 1.4.0 --reason "charges twice on a retry"
      """
  )

  @Argument(
    help: "The component.",
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var name: String

  @Argument(help: "The released version.")
  var version: String

  @Option(help: ArgumentHelp("What is wrong with it, in a few words.", valueName: "text"))
  var reason: String

  @OptionGroup var writing: WritingOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let yank = YankRelease(
      component: name,
      version: try SemanticVersion(version),
      reason: reason,
      context: writing.context(console)
    )
    let result = try writing.perform(yank, in: workspace, console)
    try console.show(YankDocument(result, isDryRun: writing.dryRun))
  }
}
