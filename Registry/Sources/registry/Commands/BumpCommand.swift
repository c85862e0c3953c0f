import ArgumentParser
import RegistryOperations

struct BumpCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "bump",
    abstract: "Release a component.",
    usage: """
      registry bump <name> <version> [--notes <text>] [--dry-run]
      registry bump <name> (--major | --minor | --patch) [--pre <label>] [--dry-run]
      registry bump <name> --pre <label> [--dry-run]
      """,
    discussion: """
      Records the component as it is committed on this branch, under a version that is greater \
      than all on its line: 2.3.5 may follow 2.4.0 as a backport, 2.3.4 may not follow 2.3.5. One \
      commit has the record, the manifest's new version and the changelog's new entry, which lists \
      the commits since the last release.

        registry bump Payments 1.0.0          this very version
        registry bump Payments --minor        the next minor version
        registry bump Payments --minor --pre beta
                                              its first pre-release: 1.1.0-beta.0
        registry bump Payments --pre beta     the next one: 1.1.0-beta.1
        registry bump Payments --minor        and the release: 1.1.0

      Nothing is changed when a release is refused, and a release that was interrupted is finished \
      or taken back by the next registry command. Asking again for a release that is there, with \
      the same content, succeeds.
      """
  )

  enum Part: String, EnumerableFlag {
    case major, minor, patch

    static func help(for part: Part) -> ArgumentHelp? {
      switch part {
      case .major: "For changes that break who uses it."
      case .minor: "For what is new and breaks nobody."
      case .patch: "For corrections alone."
      }
    }
  }

  @Argument(
    help: "The component.",
    completion: .custom { arguments, _, _ in componentNames(arguments) }
  )
  var name: String

  @Argument(help: "The version, as major.minor.patch.")
  var version: String?

  @Flag(exclusivity: .exclusive)
  var part: Part?

  @Option(help: ArgumentHelp("Release a pre-release with this label.", valueName: "label"))
  var pre: String?

  @Option(help: ArgumentHelp("Say this in the changelog before the changes.", valueName: "text"))
  var notes: String?

  @OptionGroup var writing: WritingOptions

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if pre == "" { throw ValidationError("'--pre' has no label, expected one such as 'beta'") }
    if version != nil, part != nil || pre != nil {
      throw ValidationError(
        "a version was given beside \(part.map { "'--\($0.rawValue)'" } ?? "'--pre'"), expected one of them"
      )
    }
    if version == nil, part == nil, pre == nil {
      // The parser takes it for an option.
      if let version = CommandLine.arguments.first(where: Self.isNegativeNumber) {
        throw ValidationError("invalid version '\(version)', expected major.minor.patch")
      }
      throw ValidationError(
        "no version was given, expected one, or '--major', '--minor', '--patch' or '--pre'"
      )
    }
  }

  private static func isNegativeNumber(_ argument: String) -> Bool {
    argument.hasPrefix("-") && "0"..."9" ~= argument.dropFirst().prefix(1)
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let bump = Bump(
      component: name,
      version: try VersionChoice(version: version, part: part?.choice, prerelease: pre),
      notes: notes,
      context: writing.context(console)
    )
    let result = try writing.perform(bump, in: workspace, console)
    try console.show(BumpDocument(result, isDryRun: writing.dryRun))
    if result.commit != nil { console.note("'git push --follow-tags' shares it with others") }
  }
}

extension BumpCommand.Part {
  fileprivate var choice: VersionChoice.Part {
    switch self {
    case .major: .major
    case .minor: .minor
    case .patch: .patch
    }
  }
}
