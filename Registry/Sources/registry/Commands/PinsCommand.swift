import ArgumentParser
import RegistryOperations

struct PinsCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "pins",
    abstract: "Show what each app is built from, and how far behind that is.",
    discussion: """
      A component without a release in the list is built from the working tree. One without a pin \
      that has a release all the same is required by another one's release.
      """
  )

  @OptionGroup var choice: ScaffoldOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try console.show(PinsDocument(PinStatus(of: choice.scaffold).run(in: workspace)))
  }
}
