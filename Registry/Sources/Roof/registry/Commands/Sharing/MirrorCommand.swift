import ArgumentParser
import Base
import Git
import Mirror
import Model
import ServerArguments
import Versions

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

      With '--branch main', the branch 'main' of each repository also follows that of the \
      monorepo, released or not: each commit that changed the component's published files is one \
      there, with its author, dates and message. Components depend on each other's branches.

        registry mirror /srv/mirror --base-url https://git.example.com/mirror
        registry mirror ssh://git@example.com/mirror \\
          --base-url https://example.com/mirror
        registry mirror --repositories --list
        registry mirror --repositories --branch main --branch 1.x=release/1.x
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

  @Option(
    name: .customLong("branch"),
    help: ArgumentHelp(
      "Mirror a branch, too; with '=BRANCH', to a branch of that name. May be repeated.",
      valueName: "branch"
    )
  )
  var branches: [String] = []

  @Flag(help: "List the repositories that must exist, and mirror nothing.")
  var list = false

  @Flag(help: "Reset branches that someone else has moved, or that were rewritten here.")
  var force = false

  @Option(value: "seconds", help: "Give up on a server that is silent for this long.")
  var timeout = 60

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

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
    var options = MirrorReleases.Options(base: baseURL)
    options.isForced = force
    options.limit = .seconds(timeout)
    options.branches = branches.map(MirroredBranch.init)
    let mirror = MirrorReleases(
      repositories ? (place.map { [$0] } ?? []) + names : names,
      to: target,
      options: options,
      context: writing.context(console)
    ) { console.showProgress($0) }
    if list {
      let repositories = try mirror.repositories(in: workspace)
      return try console.show(RepositoriesDocument(repositories: repositories))
    }
    // What leaves the repository is checked against the recorded archives.
    let result = try console.clearingProgress {
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

/// The repositories that a mirror consists of.
struct RepositoriesDocument: Document {
  let repositories: [(component: ComponentName, repository: String)]

  var members: JSONMembers {
    [
      "components": repositories.map {
        ["name": $0.component, "repository": $0.repository] as JSONMembers
      }
    ]
  }

  func text(style: Style, width: Int?) -> String {
    var table = Table("COMPONENT", "REPOSITORY")
    for (component, repository) in repositories {
      table.add(Table.Cell(component.text, .bold), Table.Cell(repository))
    }
    return table.text(width: width, style: style)
  }
}

/// The releases that were added to a mirror, or would be.
struct MirrorDocument: Document {
  private let result: MirrorReleases.Result
  /// `nil` where each component has a place of its own.
  private let place: String?
  private let isPlanned: Bool

  init(_ result: MirrorReleases.Result, in target: MirrorTarget, isDryRun: Bool) {
    self.result = result
    place = target == .repositories ? nil : target.description
    isPlanned = isDryRun
  }

  var members: JSONMembers {
    [
      "outcome": outcome,
      "place": place,
      "components": result.components.map { component in
        [
          "name": component.name,
          "repository": component.repository,
          "releases": component.written,
          "withdrawn": component.withdrawn,
          // The commit of the repository that this run continues from.
          "start": component.takeover?.start.commit,
          "takenTags": component.takeover?.taken,
          "differentTags": component.takeover?.different,
          "otherTags": component.takeover?.otherTags,
          // The releases in whose place the repository has something else.
          "different": component.different.unlessEmpty,
          "recorded": isPlanned ? nil : component.takeover?.isRecorded,
          "keepsBranch": component.keepsBranch ? true : nil,
          // The branch that shows the newest release, if it is not `main`.
          "branch": component.branch == "main" ? nil : component.branch,
          // The branch that clones check out, if it is another one.
          "defaultBranch": component.otherDefault,
        ] as JSONMembers
      },
      "branches": result.branches.unlessEmpty?.map { update in
        [
          "component": update.name,
          "repository": update.repository,
          "source": update.branch.source,
          "branch": update.branch.target,
          "commit": update.commit,
          "commits": update.commits,
          // The commit that the branch goes on from since this run.
          "start": update.start,
          "behind": update.isBehind ? true : nil,
        ] as JSONMembers
      },
      "failed": result.failures.unlessEmpty?.map {
        ["component": $0.name, "branch": $0.branch?.target, "error": $0.error] as JSONMembers
      },
    ]
  }

  /// `mirrored`, `unchanged` if all was there, `planned` for a dry run, or `failed` where one of
  /// several components was not mirrored.
  private var outcome: String {
    if !result.failures.isEmpty { return "failed" }
    if isPlanned { return "planned" }
    let isUnchanged = result.components.allSatisfy { component in
      component.written.isEmpty && component.withdrawn.isEmpty && component.takeover == nil
    }
    return isUnchanged && result.branches.allSatisfy({ $0.commits == 0 && $0.start == nil })
      ? "unchanged" : "mirrored"
  }

  func text(style: Style, width: Int?) -> String {
    let branches = branches(style: style, width: width)
    // Nothing of this repository was released yet.
    let isReleased = !result.components.isEmpty || result.failures.contains { $0.branch == nil }
    if !isReleased, !branches.isEmpty { return branches }
    return releases(style: style, width: width) + branches
  }

  /// The lines on the branches.
  private func branches(style: Style, width: Int?) -> String {
    let failed = result.failures.compactMap(\.branch)
    if result.branches.isEmpty, failed.isEmpty { return "" }
    var table = Table("COMPONENT", "BRANCH", "COMMITS", "NOW AT")
    let changed = result.branches.filter { $0.commits > 0 || $0.start != nil }
    for update in changed {
      table.add(
        Table.Cell(update.name.text, .bold),
        Table.Cell(update.branch.target.printable),
        Table.Cell("\(update.commits)", .green),
        Table.Cell(String(update.commit.hex.prefix(12)))
      )
    }
    var lines = changed.isEmpty ? "" : table.text(width: width, style: style)
    let all = result.branches.map(\.branch) + failed
    for branch in Set(all).sorted(by: { $0.target < $1.target }) {
      let (count, sum) = (all.count { $0 == branch }, failed.count { $0 == branch })
      let verb = isPlanned ? "would have" : count == 1 ? "has" : "have"
      lines += sum == 0 ? "" : "\(count - sum) of "
      lines += count == 1 ? "1 repository" : "\(count) repositories"
      lines += " \(verb) '\(branch.source.printable)'"
      lines += branch.source == branch.target ? "\n" : " as '\(branch.target.printable)'\n"
    }
    for update in result.branches {
      let branch = update.branch.target.printable
      if let start = update.start {
        lines += "\(branch) of \(update.name) \(isPlanned ? "would continue" : "continues") from"
        lines += " \(start.hex.prefix(12))\n"
      }
      if update.isBehind {
        lines += "\(branch) of \(update.name) stays: it has later commits than this clone\n"
      }
    }
    return lines
  }

  private func releases(style: Style, width: Int?) -> String {
    var table = Table("COMPONENT", "NEW", "WITHDRAWN")
    let changed = result.components.filter { !$0.written.isEmpty || !$0.withdrawn.isEmpty }
    for component in changed {
      table.add(
        Table.Cell(component.name.text, .bold),
        Table.Cell(Self.words(component.written), .green),
        Table.Cell(Self.words(component.withdrawn), .yellow)
      )
    }
    let failures = result.failures.filter { $0.branch == nil }
    let hasFailures = !failures.isEmpty
    let failed = Set(failures.map(\.name))
    let complete = result.components.filter { !failed.contains($0.name) }
    let sum = complete.count + failed.count
    var count = sum == 1 ? "1 repository" : "\(sum) repositories"
    if hasFailures { count = "\(complete.count) of \(count)" }
    guard hasFailures || !changed.isEmpty else {
      return "\(count)\(place.map { " in \($0.printable)" } ?? ""): every release is there"
        + "\(exceptions)\n" + notes
    }
    let lines = changed.isEmpty ? "" : table.text(width: width, style: style)
    return lines + summary(count) + notes
  }

  /// Names the releases that are there with something else, but are not the newest.
  private var exceptions: String {
    let names = result.components.flatMap { component in
      component.different.map { "\(component.name) \($0)" }
    }
    return names.isEmpty
      ? "" : ", \(names.joined(separator: ", ")) with other files or dependencies"
  }

  /// Notes about single repositories.
  private var notes: String {
    result.components.map { component in
      var text = ""
      if let takeover = component.takeover {
        let start = takeover.start.commit.hex.prefix(12)
        text += "\(component.name) \(isPlanned ? "would continue" : "continues") from \(start)"
        let different = takeover.different
        let others = takeover.otherTags.filter { !different.contains($0) }
        let tags = [("with its tags", takeover.taken), ("beside", others)]
          .filter { !$0.1.isEmpty }
          .map { "\($0.0) \($0.1.map(\.printable).joined(separator: " "))" }
        if component.branch != "main" { text += " of '\(component.branch.printable)'" }
        text += (tags.isEmpty ? "" : ", " + tags.joined(separator: ", ")) + "\n"
      }
      if component.keepsBranch {
        text +=
          "\(component.branch.printable) of \(component.name) stays, since its newest release does not follow it;"
          + " '--force' moves it\n"
      }
      if let other = component.otherDefault {
        let branch = component.branch.printable
        text +=
          "clones of \(component.name) check out '\(other.printable)', which gets no releases: make"
          + " '\(branch)' the default branch of its repository\n"
      }
      return text
    }.joined() + recording
  }

  /// Every other clone should have the commit that this run has made.
  private var recording: String {
    let records = isPlanned ? [] : result.components.compactMap(\.takeover?.isRecorded)
    if records.contains(true) {
      return "the newest commit of this branch records this: push it\n"
    }
    guard records.contains(false) else { return "" }
    return "HEAD is detached, so no commit records this: run the command on a branch once, and push"
      + " the commit that it makes\n"
  }

  private func summary(_ count: String) -> String {
    guard let place else {
      let verb = isPlanned ? "would have" : result.components.count == 1 ? "has" : "have"
      return "\(count) \(verb) every release\(exceptions)\n"
    }
    let verb = isPlanned ? "would have" : "has"
    return "\(place.printable) \(verb) \(count) with every release\(exceptions)\n"
  }

  private static func words(_ versions: [SemanticVersion]) -> String {
    versions.isEmpty ? "–" : versions.map(\.description).joined(separator: " ")
  }
}
