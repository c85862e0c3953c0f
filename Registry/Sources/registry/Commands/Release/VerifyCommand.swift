import ArgumentParser
import Inspection
import Signing
import Workspace

struct VerifyCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check all releases against the repository.",
    usage: "registry verify [--since <revision>] [--roots <path>] [<options>]",
    discussion: """
      Reads every log, creates each release's archive again and compares its checksum, and checks \
      that trees, source commits, tags, requirements, the manifest, its pins and their resolution \
      agree with the records. Signatures are checked, with the certificates as of the release. Everything is checked as it is in the newest commit. Nothing is \
      changed, and no cached results are used.

      If there is a fault, the exit status is 1. A note is not a fault: a clone often lacks tags, \
      for example, which 'registry tags' creates.

        registry verify
        registry verify --since origin/main   also check that no record of this
                                              revision is missing or changed
      """
  )

  @Option(
    help: ArgumentHelp(
      "Also check that every record of this revision still exists.",
      valueName: "revision"
    ),
    completion: .revisions
  )
  var since: String?

  @Option(
    help: ArgumentHelp(
      "A certificate that signatures must lead to, or a folder of some. (default: those in the"
        + " manifest)",
      valueName: "path"
    ),
    completion: .file()
  )
  var roots: [String] = []

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let bar = console.progressBar()
    defer { bar?.clear() }
    let trusted = try roots.isEmpty ? nil : TrustedRoots.reading(roots)
    let verification = try console.clearingPassing {
      try Verify(since: since, roots: trusted) { console.show($0, on: bar) }.run(in: workspace)
    }
    bar?.clear()
    try console.show(VerifyDocument(verification))
    console.noteUnlistedPackages(in: workspace)
    if !verification.isSound { throw ExitCode(1) }
  }
}
