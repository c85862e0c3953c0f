import ArgumentParser
import Git
import Sharing
import Workspace

struct MirrorCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "mirror",
    abstract: "Push each component to a git repository of its own.",
    usage: "registry mirror <place> [<names> ...] [--base-url <url>] [<options>]",
    discussion: """
      For clients that use only git. Each component gets a repository NAME.git, and each of its \
      releases a plain version tag such as '2.4.1' on the published form, in which components \
      depend on each other's repositories by URL. Clients write

        .package(url: "https://git.example.com/mirror/Payments.git", from: "1.4.0")

      In a folder, repositories are created as needed. On a server they must exist. The key for \
      ssh is taken from the agent. Existing commits and tags are kept, so that the command can run \
      after every release, and every machine creates the same commits.

        registry mirror /srv/mirror --base-url https://git.example.com/mirror
        registry mirror ssh://git@example.com/mirror \\
          --base-url https://example.com/mirror
      """
  )

  @Argument(
    help: ArgumentHelp("A folder, or a URL to which '/NAME.git' is appended.", valueName: "place"),
    completion: .directory
  )
  var target: String

  @Argument(
    help: "Only these components.",
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var names: [String] = []

  @Option(
    help: ArgumentHelp(
      "The URL at which clients find the repositories. (default: the place, if it is a URL)",
      valueName: "url"
    )
  )
  var baseURL: String?

  @OptionGroup var writing: WritingOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let bar = console.progressBar()
    defer { bar?.clear() }
    let target = try MirrorTarget(target)
    let mirror = Mirror(
      names,
      to: target,
      base: baseURL,
      context: writing.context(console)
    ) { bar?.update($0) }
    // What leaves the repository is checked against the recorded archives.
    let result = try GitLibrary.withoutHashing {
      try writing.dryRun ? mirror.preview(in: workspace) : mirror.run(in: workspace)
    }
    bar?.clear()
    try console.show(MirrorDocument(result, in: target, isDryRun: writing.dryRun))
    for failure in result.failures { console.complain(failure.error) }
    if !result.failures.isEmpty { throw ExitCode(1) }
  }
}
