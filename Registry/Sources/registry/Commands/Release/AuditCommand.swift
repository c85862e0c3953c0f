import ArgumentParser
import Inspection
import Interfaces
import Workspace

struct AuditCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Check that past versions match the changes of the public API.",
    usage: "registry audit (<names> ... | --all) [<options>]",
    discussion: """
      Compares each release with the one it follows: a major version with the newest release \
      before it, a minor version with the last release of its major version, a patch with the last \
      of its minor version. If a release has incompatible changes that its version does not allow \
      for, the exit status is 1.

      Every release is built once, with the dependencies that it was released with. The results \
      are cached below .registry.

        registry audit Payments
        registry audit --all
      """
  )

  @Argument(
    help: "Only these components.",
    completion: .componentsAndGroups
  )
  var names: [String] = []

  @Flag(help: "All components.")
  var all = false

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    guard names.isEmpty == all else {
      throw ValidationError("expected either the names of components or '--all'")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let audit = Audit(
      of: names,
      comparing: StockToolchain(isComparisonOptional: false),
      progress: { console.showPassing($0) }
    )
    let document = AuditDocument(try console.clearingPassing { try audit.run(in: workspace) })
    try console.show(document)
    if !document.isValid { throw ExitCode(1) }
  }
}
