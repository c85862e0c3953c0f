import ArgumentParser
import RegistryOperations

struct UnpinCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "unpin",
    abstract: "Let the app be built from a component's working tree again.",
    discussion: """
      Takes the pin out of the manifest. Where another pinned release requires the component, it is \
      still built from a release.
      """
  )

  @Argument(
    help: "The component.",
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var name: String

  @OptionGroup var choice: ScaffoldOptions

  @OptionGroup var writing: WritingOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let unpin = PinComponent(
      component: name,
      pin: nil,
      scaffold: choice.scaffold,
      context: writing.context(console)
    )
    let result = try writing.perform(unpin, in: workspace, console)
    try console.show(PinDocument(result, isDryRun: writing.dryRun))
  }
}
