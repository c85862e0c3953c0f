import ArgumentParser
import Inspection
import Interfaces
import Versioning
import Workspace

struct DiffCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what changed in a component since a release.",
    usage: "registry diff <name> [<from> [<to>]] [--api] [--patch] [<options>]",
    discussion: """
      Lists the files that changed between two releases, or since one of them: the last one, if \
      none is named. With --api, \
      compares the public APIs too: both versions are built, each with the dependencies that it \
      was released with, unless the result is cached.

        registry diff Payments                   since the last release
        registry diff Payments 1.4.0             since that release
        registry diff Payments 1.4.0 2.0.0 --api
        registry diff Payments 1.4.0 --patch     with every changed line
      """
  )

  @Argument(
    help: "The component.",
    completion: .components
  )
  var name: String

  @Argument(
    help: "The released version to start from. (default: the last release)",
    completion: .releases
  )
  var from: String?

  @Argument(
    help: "The released version to end at. (default: the newest commit of the branch)",
    completion: .releases
  )
  var to: String?

  @Flag(help: "Compare the public API.")
  var api = false

  @Flag(help: "Show every line that changed.")
  var patch = false

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let diff = Diff(
      component: name,
      from: try from.map { text in try SemanticVersion(text) },
      to: try to.map { text in try SemanticVersion(text) },
      comparing: api ? StockToolchain(isComparisonOptional: false) : nil,
      progress: { console.showPassing($0) }
    )
    let result = try console.clearingPassing { try diff.run(in: workspace) }
    try console.show(DiffDocument(result, withPatches: patch))
  }
}
