import ArgumentParser
import RegistryOperations

struct VerifyCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Hold all records against the repository.",
    discussion: """
      Reads every log, makes every release's archive anew and compares its checksum, and looks \
      whether trees, source commits, tags, requirements, the manifest, its pins and what they came \
      to agree with the records, and whether its folders are there. All of it is looked at as the \
      newest commit has it. Nothing is changed, and nothing is taken from an earlier run.

      A fault is a broken promise, and makes the exit status 1. A note is worth knowing and no \
      fault: a clone often lacks tags, which 'registry tags' makes.

        registry verify
        registry verify --since origin/main     also: no record that was there is gone or changed
      """
  )

  @Option(
    help: ArgumentHelp(
      "Check too that every record of this revision still stands.",
      valueName: "revision"
    )
  )
  var since: String?

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let bar = console.progressBar()
    defer { bar?.clear() }
    let verification = try Verify(since: since) { bar?.update($0) }.run(in: workspace)
    bar?.clear()
    try console.show(VerifyDocument(verification))
    if !verification.isSound { throw ExitCode(1) }
  }
}
