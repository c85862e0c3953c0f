import ArgumentParser
import Base
import Git
import Model
import Releases
import ServerArguments
import Synchronization
import Versions

struct InitCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "List the packages of a repository in a manifest.",
    usage: "registry init [--dry-run] [<options>]",
    discussion: """
      Finds every Swift package in the newest commit, reads the manifests by their text, and \
      commits Registry/manifest.json: packages become components; those without a library that no \
      other package depends on, and Xcode projects, become apps. Packages below folders of tests \
      and hidden folders are left out. Everything that prevents a release is listed, with file, \
      line and what to do.

      In a repository without packages, --scope makes an empty registry, which others publish to.

      In a terminal, the first run asks for the scope, whom releases are for and which root files \
      they contain, unless options say so or --yes is given.

      Run it again to add what is new: existing entries stay as they are. Patterns are those of \
      .gitignore.

      Tags of earlier releases are counted; --adopt-tags records them as releases, each with its \
      files and requirements of that time. A pattern has {version}, and {name} or {path} if the \
      tags name a component. --baseline sets the version that the next release follows. If the newest \
      tag of a component is not adopted, its version becomes the baseline.

      Releases are for other repositories (--release public) or only for the apps of this one \
      (--release internal): then rules for published packages do not apply, and nothing is served, \
      archived or mirrored. Without the option, the components of a repository with an app and \
      without tags of versions are internal if a rule for published packages would refuse one of \
      them. "release" in the manifest can be changed at any time, also for one component.

        registry init --dry-run
        registry init --include 'packages/*' --scope my-team
        registry init --exclude Examples --layers
        registry init --adopt-tags '{name}/{version}' --adopt-tags 'v{version}'
        registry init --baseline 1.4.0 --baseline Payments=2.0.0
      """
  )

  @Option(
    name: .customLong("include"),
    value: "pattern",
    help: "Only packages in these folders, fixtures too."
  )
  var included: [String] = []

  @Option(
    name: .customLong("exclude"),
    value: "pattern",
    help: "No packages in these folders or below."
  )
  var excluded: [String] = []

  @Option(
    name: .customLong("private"),
    value: "pattern",
    help: "List new packages in these folders or below as private: they are never released."
  )
  var privates: [String] = []

  @Option(
    value: "scope",
    help: "The first part of the identity in other repositories; without it, the owner in the"
      + " remote's URL."
  )
  var scope: String?

  @Option(
    value: "folder|path|package",
    help: "Name components by folder, by all folders above as well, or by package."
  )
  var nameFrom = AdoptionOptions.NameSource.folder

  @Option(
    name: .customLong("adopt-tags"),
    value: "[name=]pattern",
    help: "Record the releases that tags of this form name, such as '{name}/{version}'."
  )
  var tagChoices: [String] = []

  @Option(
    name: .customLong("baseline"),
    value: "[name=]version",
    help: "The version that unreleased components have reached, which their next releases follow."
  )
  var baselines: [String] = []

  @Option(
    value: "public|internal",
    help: "Whom releases are for: other repositories, or only the apps of this one."
  )
  var release: ReleaseKind?

  @Flag(help: "Put the components into layers, by their dependencies.")
  var layers = false

  @Flag(help: "List packages inside the folders of others, too.")
  var nested = false

  @Flag(
    help: ArgumentHelp(
      "Let the toolchain run manifests that compute their dependencies, now and for releases"
        + " (\"manifests\": \"evaluate\" in the manifest; each clone allows it by 'git config"
        + " registry.evaluate true'). In a terminal, init asks."
    )
  )
  var evaluate = false

  @Flag(help: "Ask nothing, and use what is proposed.")
  var yes = false

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func workspace() throws -> Workspace { try global.adoptedWorkspace() }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    var options = AdoptionOptions()
    try options.select(included: included, excluded: excluded, private: privates)
    options.scope = try scope.map { try ScopeName($0) }
    options.mayBeEmpty = scope != nil
    options.nameSource = nameFrom
    options.listsNested = nested
    options.release = release
    options.makesLayers = layers
    options.tagChoices = try tagChoices.map { try TagChoice($0) }
    options.baselines = try baselines.map { try BaselineChoice($0) }
    let question = EvaluationQuestion(console)
    options.evaluates = evaluate
    options.mayEvaluate = { packages in question.answer(about: packages) }
    options = try answers(options, in: workspace, console)
    let adoption = AdoptRepository(options, context: writing.context(console))
    let result = try writing.perform(adoption, in: workspace, console)
    // The manifest names the schema in this folder. An error is not reported here: commands that need the
    // folder for more report it.
    if !writing.dryRun, let directory = workspace.repository.workingDirectory {
      try? RegistryFolder(in: directory).prepare()
    }
    let words = CommandLine.arguments.dropFirst().filter {
      !["--dry-run", "-n", "--diff", "--json"].contains($0)
    }
    try console.show(
      InitDocument(
        result,
        writing.mode,
        repetition: "registry \(words.map(\.shellQuoted).joined(separator: " "))"
      )
    )
  }
}

extension InitCommand {
  /// The options, with what a person in the terminal adds to them.
  private func answers(
    _ options: AdoptionOptions,
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws -> AdoptionOptions {
    guard console.canAsk, !yes, !writing.dryRun, !global.json, let tip = workspace.tip,
      try workspace.content(
        of: workspace.manifestPath,
        in: workspace.repository.commit(tip).tree
      ) == nil
    else { return options }
    var questions = InitQuestions(options, console)
    while true {
      do {
        let preview = AdoptRepository(questions.options, context: writing.context(console))
        let result = try console.clearingProgress { try preview.preview(in: workspace) }
        questions.ask(about: result.proposal)
        return questions.options
      } catch let error as OperationError where error.code == .noScope {
        guard questions.askScope(nil) else { throw error }
      }
    }
  }
}

extension AdoptionOptions.NameSource: ExpressibleByArgument {}

extension ReleaseKind: ExpressibleByArgument {}

/// Asks the person in the terminal whether manifests may be run; without one, they may not.
final class EvaluationQuestion: Sendable {
  private let console: Console
  /// A plan that is made again does not ask again.
  private let known = Mutex<Bool?>(nil)

  init(_ console: Console) {
    self.console = console
  }

  func answer(about packages: [TreePath]) -> Bool {
    if let answer = known.withLock({ $0 }) { return answer }
    let count = packages.count
    let names = packages.prefix(3).map { "'\($0.description.printable)'" }.joined(separator: ", ")
    let answer = console.confirm(
      """
      \(count) \(count == 1 ? "manifest computes its" : "manifests compute their") dependencies:\
       \(names)\(count > 3 ? " …" : "")
      Only running \(count == 1 ? "it" : "them") tells what a release needs. Let the toolchain run such \
      manifests of this repository?
      """
    )
    known.withLock { $0 = answer }
    return answer
  }
}

/// Asks the person in the terminal what a first manifest is to say, with what init proposes.
struct InitQuestions {
  private let console: Console
  /// With the answers; what they said before is not asked.
  private(set) var options: AdoptionOptions

  init(_ options: AdoptionOptions, _ console: Console) {
    (self.options, self.console) = (options, console)
  }

  mutating func ask(about proposal: AdoptionProposal) {
    if options.scope == nil { askScope(proposal.manifest.scope) }
    if options.release == nil {
      options.release = console.ask(
        "Are releases public, or internal to the apps of this repository",
        default: proposal.manifest.release,
        named: proposal.manifest.release.rawValue
      ) { text throws(OperationError) in
        if let kind = ReleaseKind(rawValue: text.lowercased()) { return kind }
        throw OperationError(
          .invalidValue,
          "invalid answer \(quoted(text)), expected 'public' or 'internal'"
        )
      }
    }
    guard !proposal.newRootFiles.isEmpty else { return }
    let files = proposal.newRootFiles.map(\.description.printable).joined(separator: ", ")
    options.listsRootFiles = console.confirm(
      "Add \(files) to releases of components without a licence?",
      default: true
    )
  }

  /// - Parameter proposed: `nil` if the repository has no name for it.
  /// - Returns: Whether there is one now.
  @discardableResult
  mutating func askScope(_ proposed: ScopeName?) -> Bool {
    options.scope = console.ask(
      "Scope, the first part of the packages' identities",
      default: proposed,
      named: proposed?.text,
      reading: ScopeName.init
    )
    return options.scope != nil
  }
}
