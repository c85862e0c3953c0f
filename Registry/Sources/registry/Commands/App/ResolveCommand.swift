import ArgumentParser
import Layout
import Workspace

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
        registry resolve --update Payments FlowKit
      """
  )

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Update these components to the newest releases that fit.",
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
    let result = try writing.perform(resolve, in: workspace, console)
    try console.show(ResolveDocument(result, writing.mode))
  }
}
