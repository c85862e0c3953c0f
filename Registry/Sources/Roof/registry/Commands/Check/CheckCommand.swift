import Base
import Model
import Reports
import SemverRules
import ServerArguments
import Versions
import ArgumentParser

struct CheckCommand: ShowingCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, github, markdown, sarif
  }

  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compare the public API of a package with its last version.",
    usage: "registry check [<revision>] [--allow <change>] [<options>]",
    discussion: """
      Compares any Swift package as it lies in its folder, with uncommitted files, with the \
      greatest version tag in the history of HEAD ('1.2.3' or 'v1.2.3'), or with a revision, and \
      prints the version that follows. The package needs no manifest of registry, and nothing is \
      written into its repository: builds are kept in the cache of the account.

      With --allow or --version, the exit status is 1 for changes beyond it. --accept names a file \
      of breakages that are meant, one in a line as 'check' prints it, then ' # ' and the reason:

        func Oven.bake(_:) was removed [declaration-removed] # nobody used it

        registry check
        registry check origin/main --allow minor    for a pull request
        registry check --version 1.5.0              may 1.5.0 be the next version?
        registry check --format markdown            for a comment or release notes
      """
  )

  @Argument(
    help: "The revision to compare with. (default: the greatest version tag in the history)",
    completion: .revisions
  )
  var revision: String?

  @Option(value: .folder, help: "The folder of the package.")
  var packagePath = "."

  @Option(value: "change", help: "The greatest change that is allowed.")
  var allow: CheckResult.Allowance?

  @Option(
    value: "version",
    help: "The version that is to follow; it is compared with the one before."
  )
  var version: String?

  @Option(value: .file, help: "A list of breakages that are meant, with reasons.")
  var accept: String?

  @Option(value: "format", help: "The format of the result.")
  var format: Format?

  @OptionGroup(title: "Build Options") var build: CheckBuildOptions

  @OptionGroup(title: "Common Options") var outputFlags: OutputFlags

  var output: OutputOptions {
    var options = outputFlags.options
    options.isJSON = outputFlags.json || format == .json
    return options
  }

  func validate() throws {
    if outputFlags.json, let format, format != .json {
      throw ValidationError("'--json' and '--format \(format.rawValue)' cannot be combined")
    }
    if allow != nil, version != nil {
      throw ValidationError("'--allow' and '--version' cannot be combined")
    }
  }

  func run(_ console: Console) throws {
    var check = CheckPackage()
    check.folder = packagePath
    check.revision = revision
    check.version = try version.map { text in try SemanticVersion(text) }
    check.platforms = build.platforms
    if let accept { check.accepted = try AcceptedChanges(readingFile: accept) }
    check.progress = { console.showPassing($0) }
    let result = try console.clearingPassing { try check.run() }
    let verdict: CheckVerdict? =
      if let allow {
        CheckVerdict(limit: .change(allow), isAllowed: result.isWithin(allow))
      } else if let version = check.version {
        CheckVerdict(limit: .version(version), isAllowed: try result.allows(version))
      } else {
        nil
      }
    let document = CheckDocument(result: result, verdict: verdict)
    switch format {
    case .github: try Stream.output.deliver(document.githubCommands)
    case .markdown: try Stream.output.deliver(document.markdown)
    case .sarif: try Stream.output.deliver(document.sarif.json.fileText())
    case .text, .json, nil: try console.show(document)
    }
    console.note(result.notes)
    for entry in result.unmetAcceptances {
      console.note(
        ["'\(accept ?? "")' line \(entry.line): no change is '\(entry.change)', remove the line"]
      )
    }
    if verdict?.isAllowed == false { throw ExitCode(1) }
  }
}

extension CheckResult.Allowance: ExpressibleByArgument {}

/// The options that 'swift build' has for what is built.
struct CheckBuildOptions: ParsableArguments {
  @Option(value: "traits", help: "The traits that are on, with commas between them.")
  var traits: String?

  @Flag(help: "Turn all traits on.")
  var enableAllTraits = false

  @Flag(help: "Turn the default traits off.")
  var disableDefaultTraits = false

  @Option(value: "triple", help: "Build for this triple.")
  var triple: String?

  @Option(value: "sdk", help: "Build with this SDK: a path, or a name for xcrun.")
  var sdk: String?

  @Option(value: "swift-sdk", help: "Build with this installed Swift SDK.")
  var swiftSdk: String?

  @Option(
    name: .customLong("Xswiftc", withSingleDash: true),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Pass an argument to the Swift compiler.", valueName: "argument")
  )
  var swiftArguments: [String] = []

  @Option(
    name: .customLong("Xcc", withSingleDash: true),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Pass an argument to the C compiler.", valueName: "argument")
  )
  var cArguments: [String] = []

  /// None for what the package's manifest says.
  var platforms: [BuildPlatform] {
    var arguments: [String] = []
    if let traits { arguments += ["--traits", traits] }
    if enableAllTraits { arguments.append("--enable-all-traits") }
    if disableDefaultTraits { arguments.append("--disable-default-traits") }
    arguments += swiftArguments.flatMap { ["-Xswiftc", $0] }
    arguments += cArguments.flatMap { ["-Xcc", $0] }
    let description = BuildDescription(
      triple: triple,
      sdk: sdk,
      swiftSDK: swiftSdk,
      arguments: arguments
    )
    return description == BuildDescription() ? [] : [.described(description)]
  }
}
