import ArgumentParser
import RegistryOperations

struct ResolveCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Record what the pins come to, after the manifest was edited.",
    discussion: """
      What was chosen before stays as long as it fits. '--update' lets go of a component, which then \
      moves to the newest release that fits.

        registry resolve
        registry resolve --update Payments --update FlowKit
      """
  )

  @Option(
    help: ArgumentHelp("Let this component move.", valueName: "name"),
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var update: [String] = []

  @OptionGroup var writing: WritingOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let resolve = ResolvePins(updating: update, context: writing.context(console))
    let result = try writing.perform(resolve, in: workspace, console)
    try console.show(ResolveDocument(result, isDryRun: writing.dryRun))
  }
}
