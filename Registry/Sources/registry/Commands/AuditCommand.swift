import ArgumentParser
import RegistryOperations

struct AuditCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Hold past versions against what changed in the public API.",
    usage: """
      registry audit <name> ...
      registry audit --all
      """,
    discussion: """
      Compares each release with the one that it follows: a major version with the newest before \
      it, a minor with the last of its major, a patch with the last of its minor. Where a version \
      promised more than was kept, the exit status is 1.

      Every release is built once, beside the releases that it was made with; what was read is kept \
      below .registry.
      """
  )

  @Argument(
    help: "Only these components.",
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var names: [String] = []

  @Flag(help: "All components.")
  var all = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard names.isEmpty == all else {
      throw ValidationError("expected either the names of components or '--all'")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let audit = Audit(
      of: names,
      comparing: StockToolchain(),
      progress: { console.showPassing($0) }
    )
    let document = AuditDocument(try console.clearingPassing { try audit.run(in: workspace) })
    try console.show(document)
    if !document.honest { throw ExitCode(1) }
  }
}
