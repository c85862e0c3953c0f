import ArgumentParser
import Base
import Git
import Mirror
import Model
import ServerArguments

struct MirrorCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "mirror",
    abstract: "Push each component to a git repository of its own.",
    usage: """
      registry mirror <place> [<names> ...] [--base-url <url>] [<options>]
      registry mirror --repositories [<names> ...] [<options>]
      """,
    discussion: """
      For clients that use only git. Each component gets a repository NAME.git, and each of its \
      releases a plain version tag such as '2.4.1' on the published form, in which components \
      depend on each other's repositories by URL. Clients write

        .package(url: "https://git.example.com/mirror/Payments.git", from: "1.4.0")

      In a folder, repositories are created as needed. On a server they must exist; they are \
      reached as git reaches them, or with the token in REGISTRY_MIRROR_TOKEN. Existing commits \
      and tags are kept, so that the command can run after every release, and every machine \
      creates the same commits. Where a repository has other commits, the first release follows \
      them, and a commit here records which. With '--repositories', each component has the \
      repository that the manifest names.

        registry mirror /srv/mirror --base-url https://git.example.com/mirror
        registry mirror ssh://git@example.com/mirror \\
          --base-url https://example.com/mirror
        registry mirror --repositories --list
      """
  )

  @Argument(
    help: ArgumentHelp("A folder, or a URL to which '/NAME.git' is appended.", valueName: "place"),
    completion: .directory
  )
  var place: String?

  @Argument(help: "Only these components.", completion: .components)
  var names: [String] = []

  @Option(
    value: "url",
    help: "The URL at which clients find the repositories. (default: the place, if it is a URL)"
  )
  var baseURL: String?

  @Flag(help: "Push to the repositories that the manifest names; the place is left out.")
  var repositories = false

  @Flag(help: "List the repositories that must exist, and mirror nothing.")
  var list = false

  @Flag(help: "Reset 'main' to the newest release if someone else has moved it.")
  var force = false

  @Option(value: "seconds", help: "Give up on a server that is silent for this long.")
  var timeout = 60

  @OptionGroup var writing: WritingOptions

  func validate() throws {
    guard repositories || place != nil else {
      throw ValidationError("missing place, expected a folder, a URL or '--repositories'")
    }
    guard !repositories || baseURL == nil else {
      throw ValidationError("'--base-url' and '--repositories' cannot be combined")
    }
    guard timeout > 0 else { throw ValidationError("'--timeout' must be a number of seconds") }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    // Without a place, the first word is a name too.
    let target = try repositories ? .repositories : MirrorTarget(place ?? "")
    var options = Mirror.Options(base: baseURL)
    options.isForced = force
    options.limit = .seconds(timeout)
    let mirror = Mirror(
      repositories ? (place.map { [$0] } ?? []) + names : names,
      to: target,
      options: options,
      context: writing.context(console)
    ) { console.showPassing($0) }
    if list {
      let repositories = try mirror.repositories(in: workspace)
      return try console.show(RepositoriesDocument(repositories: repositories))
    }
    // What leaves the repository is checked against the recorded archives.
    let result = try console.clearingPassing {
      try GitLibrary.withoutHashing {
        try writing.dryRun ? mirror.preview(in: workspace) : mirror.run(in: workspace)
      }
    }
    try console.show(MirrorDocument(result, in: mirror.target, isDryRun: writing.dryRun))
    let errors = result.failures.map(\.error).foldingConsequences(.dependencyNotMirrored) { count in
      "the releases of \(count) components were not pushed: they depend on components that could not"
        + " be mirrored"
    }
    for error in errors { console.complain(error) }
    if !result.failures.isEmpty { throw ExitCode(1) }
  }
}
