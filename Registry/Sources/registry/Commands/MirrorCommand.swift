import ArgumentParser
import RegistryOperations

struct MirrorCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "mirror",
    abstract: "Give each component a git repository of its own.",
    discussion: """
      For clients that know only git: each component becomes a repository NAME.git, each release \
      of it a plain version tag such as '2.4.1' on the published form, in which components depend \
      on each other's repositories by URL. Clients write

        .package(url: "https://git.example.com/mirror/Payments.git", from: "1.4.0")

      In a folder, repositories are made as they are needed. On a server they must exist; the key \
      for ssh comes from the agent. What is there already is left as it is, so that the command can \
      run after every release; every machine makes the same commits.

        registry mirror /srv/mirror --base-url https://git.example.com/mirror
        registry mirror ssh://git@example.com/mirror --base-url https://example.com/mirror
      """
  )

  @Argument(
    help: ArgumentHelp("A folder, or the address that '/NAME.git' follows.", valueName: "place"),
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
      "Where clients will find the repositories. (default: the place, if it is an address)",
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
    let result = try writing.dryRun ? mirror.preview(in: workspace) : mirror.run(in: workspace)
    bar?.clear()
    try console.show(MirrorDocument(result, in: target, isDryRun: writing.dryRun))
    for failure in result.failures { console.complain(failure.error) }
    if !result.failures.isEmpty { throw ExitCode(1) }
  }
}
