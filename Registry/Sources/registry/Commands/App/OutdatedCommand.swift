import ArgumentParser
import Inspection
import Workspace

struct OutdatedCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "outdated",
    abstract: "Show which components could be built from a newer release.",
    usage: "registry outdated [--app <name>] [<options>]",
    discussion: """
      Lists each component that is built from a release, with that release, the newest one that \
      satisfies all pins and requirements ('registry resolve --update NAME' moves to it), the \
      newest one of all, and what prevents using it.

        registry outdated
      """
  )

  @OptionGroup var choice: AppChoice

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try console.show(OutdatedDocument(Outdated(of: choice.app).run(in: workspace)))
  }
}
