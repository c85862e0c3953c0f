import ArgumentParser
import Base
import Model
import Publish
import ServerArguments
import Sharing
import Versions

struct PublishCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Send releases to a package registry that lacks them.",
    usage: "registry publish [<names> ...] [--registry <url>] [<options>]",
    discussion: """
      Sends every release that the registry does not have, dependencies first, with the bytes and \
      the checksum of 'registry archive'. The registry is any that implements SE-0292. What it has \
      is read from it, so a run that was stopped is continued by the next one. A release that is \
      there is never replaced; one with other content is reported. (To publish a package in a \
      repository of its own, use 'swift package-registry publish'.)

        registry publish --registry https://example.com/artifactory/api/swift/mono
        registry publish Payments@1.4.0 --dry-run
        registry publish --since v1.0

      Without '--registry', the releases go to the registries that the manifest lists under \
      'publish'. The token comes from a file or from REGISTRY_TOKEN, or else from where 'swift \
      package-registry login' stores it.
      """
  )

  @Argument(
    help: "Only these components, groups, patterns, or releases such as Payments@1.4.0.",
    completion: .components
  )
  var names: [String] = []

  @Option(
    value: OptionValue("url", .publishTargets),
    help: "The registry's URL, or its name in the manifest."
  )
  var registry: String?

  @Option(value: .revision, help: "Only releases that were made after this revision.")
  var since: String?

  @Option(
    value: .file,
    help: "A file that contains the token. [env: REGISTRY_TOKEN, the token itself]"
  )
  var tokenFile: String?

  @Option(
    value: OptionValue("file", .file(extensions: ["json"])),
    help: "A JSON object to add to the metadata of each release."
  )
  var metadata: String?

  @Flag(help: "Allow a URL without encryption.")
  var allowInsecureHTTP = false

  @Flag(name: [.customShort("n"), .long], help: "Print what would be sent, and send nothing.")
  var dryRun = false

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  var isDryRun: Bool { dryRun }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let selection = try PublishSelection(names, since: since)
    let additions = try metadata.map { try PublishReleases.metadata(in: $0) } ?? [:]
    let signer = try workspace.signer(key: nil, WriteContext())
    let destinations = try PublishReleases.RemotePlace.named(
      registry,
      allowsInsecure: allowInsecureHTTP,
      token: AccessToken(file: tokenFile),
      in: workspace
    )
    // Until the result is shown.
    let interruption = PostponedInterruption()
    var results: [PublishReleases.Result] = []
    for var place in destinations where !PostponedInterruption.isRequested {
      let address = place.address
      place.waiting = { console.printAboveProgress("'\(address)' asks to wait \($0) s") }
      let publish = PublishReleases(
        selection,
        to: place,
        metadata: additions,
        signer: signer
      ) { console.showProgress($0) }
      results.append(
        try console.clearingProgress {
          try dryRun ? publish.preview(in: workspace) : publish.run(in: workspace)
        }
      )
    }
    try console.show(PublishDocument(results: results))
    for error in results.flatMap(\.errors) { console.complain(error) }
    _ = consume interruption
    if results.contains(where: { !$0.errors.isEmpty }) { throw ExitCode(1) }
  }
}

extension PublishReleases.Result {
  /// The errors of all releases, each with the releases that have it too.
  private var distinctErrors: [OperationError] {
    let failed = releases.compactMap { item in item.error.map { (item: item, error: $0) } }
    func cause(_ item: PublishedItem, _ error: OperationError) -> [String?] {
      // Of those that wait, each says for what.
      if error.code == .dependencyNotPublished { return [error.message, error.help] }
      let message = error.message.replacing("@\(item.version)'", with: "'")
      return [HeldList.general(message, item.component), error.help]
    }
    return failed.folded(by: cause).map { alike in
      let error = alike[0].error
      let others = alike.dropFirst().map { "\($0.item.component) \($0.item.version)" }
      guard !others.isEmpty else { return error }
      return OperationError(
        error.code,
        "\(error.message)\n  the same for \(others.joined(separator: ", "))",
        help: error.help,
        context: error.context
      )
    }
  }

  /// The errors of all releases; one for those that wait for others, if there are many.
  fileprivate var errors: [OperationError] {
    distinctErrors.foldingConsequences(.dependencyNotPublished) { count in
      "\(count) releases were not sent: they depend on components that could not be published"
    }
  }
}

/// The results of publishing, for each registry.
struct PublishDocument: Document {
  let results: [PublishReleases.Result]

  var members: JSONMembers {
    [
      "outcome": outcome,
      "registries": results.map { result in
        [
          "url": result.address.description,
          "releases": result.releases,
          // How many were chosen, those that the run did not come to included.
          "chosen": result.chosen,
          // Whether a signal ended the run before all was sent.
          "interrupted": result.isInterrupted,
        ] as JSONMembers
      },
    ]
  }

  /// `published`, `unchanged` if the registries have every release, `planned` for a dry run, or
  /// `failed` where a release was not published.
  private var outcome: String {
    let outcomes = Set(results.flatMap(\.releases).map(\.outcome))
    if outcomes.contains(.failed) || outcomes.contains(.waiting) { return "failed" }
    if outcomes.contains(.planned) { return "planned" }
    return outcomes.contains(.published) || outcomes.contains(.accepted) ? "published" : "unchanged"
  }

  func text(style: Style, width: Int?) -> String {
    results.map { result in
      var table = Table("COMPONENT", "VERSION", "RESULT")
      let shown = result.releases.filter { ![.unchanged, .withdrawn].contains($0.outcome) }
      for release in shown {
        table.add(
          Table.Cell(release.component.text, .bold),
          Table.Cell(release.version.description),
          Table.Cell(release.words, release.error == nil ? .green : .red)
        )
      }
      return (shown.isEmpty ? "" : table.text(width: width, style: style)) + summary(of: result)
    }.joined()
  }

  private func summary(of result: PublishReleases.Result) -> String {
    let count = { (outcome: PublishedItem.Outcome) in
      result.releases.count { $0.outcome == outcome }
    }
    let there = count(.unchanged) + count(.published)
    let sendable = result.chosen - count(.withdrawn)
    var text = "\(result.address.description.printable) "
    if count(.planned) > 0 {
      text += "lacks \(counted(count(.planned), "release")), and has \(there)\n"
    } else if there == sendable {
      text += sendable == 1 ? "has the release\n" : "has all \(sendable) releases\n"
    } else {
      text += "has \(there) of \(counted(sendable, "release"))\n"
    }
    if count(.accepted) > 0 {
      text += "\(counted(count(.accepted), "release")) still being processed there\n"
    }
    if count(.withdrawn) > 0 {
      text += "\(counted(count(.withdrawn), "withdrawn release")) not sent\n"
    }
    let offered = result.releases.filter(\.isStillOffered).map { "\($0.component) \($0.version)" }
    if !offered.isEmpty {
      text +=
        "still offered there, and withdrawn here: \(offered.joined(separator: ", "));"
        + " withdraw \(offered.count == 1 ? "it" : "them") there, too\n"
    }
    if result.isHopeless {
      text +=
        "stopped after \(counted(count(.failed), "refusal")) and no success: mend the cause, or name the"
        + " releases to send\n"
    }
    if result.isInterrupted { text += "interrupted: run the command again for the rest\n" }
    return text
  }
}

extension PublishedItem: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "name": component,
      "version": version,
      "archive": archive.description,
      "outcome": outcome.rawValue,
      "error": error,
    ]
  }

  fileprivate var words: String {
    switch outcome {
    case .planned: "would be sent"
    case .accepted: "accepted, still being processed"
    case .waiting: "not sent"
    default: outcome.rawValue
    }
  }
}
