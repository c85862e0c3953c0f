import ArgumentParser
import RegistryOperations
import Versioning

struct UndoCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the last release, while nobody else has it.",
    discussion: """
      Only the newest commit of the branch can be taken back, and only while it is on no remote \
      branch and no other branch: then it is as if the release had never been made. For all other \
      releases there is 'registry yank'.

        registry undo Payments
        registry undo Payments 1.4.0       only if that is the one
        registry undo Payments --together  with all releases of the same commit
      """
  )

  @Argument(
    help: "The component.",
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var name: String

  @Argument(help: "The version that is meant, so that a second run takes nothing else back.")
  var version: String?

  @Flag(help: "Take back all releases that 'registry release' made in the same commit.")
  var together = false

  @OptionGroup var writing: WritingOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let undo = UndoRelease(
      component: name,
      version: try version.map { try SemanticVersion($0) },
      takesOthers: together,
      context: writing.context(console)
    )
    let result = try console.clearingPassing {
      try writing.dryRun ? undo.preview(in: workspace) : undo.run(in: workspace)
    }
    try console.show(UndoDocument(result, isDryRun: writing.dryRun))
  }
}
