import ArgumentParser
import RegistryOperations

struct OutdatedCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "outdated",
    abstract: "Show which components could be built from a newer release.",
    discussion: """
      For each component that is built from a release: that one, the newest that fits all pins and \
      requirements, which 'registry resolve --update NAME' moves to, the newest of all, and what \
      keeps it from that.
      """
  )

  @OptionGroup var choice: ScaffoldOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try console.show(OutdatedDocument(Outdated(of: choice.scaffold).run(in: workspace)))
  }
}
