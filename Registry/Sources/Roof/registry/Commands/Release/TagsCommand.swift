import ArgumentParser
import Base
import Mirror
import Model
import Releases
import ServerArguments

struct TagsCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "Create the release tags that are missing, and push them.",
    usage: "registry tags [<names> ...] [<options>]",
    discussion: """
      Tags such as 'Payments/1.4.0' are for people and for hosting services. Releases are read \
      from the logs, so a clone without tags is complete. Every clone creates the same tag for the \
      same release. Existing tags are never changed.

      With --push, the remote gets the tags that it lacks; run it on the main branch when a branch \
      of 'registry release --branch' is merged, in any way. Git itself pushes, and signs in as \
      always. If the remote refuses a tag, the others are pushed, and the exit status is 1. In a \
      shallow clone, the commits of releases may be missing: fetch the whole history first.

        registry tags
        registry tags --push
        registry tags --push --remote upstream
      """
  )

  @Argument(help: "Only these components.", completion: .components)
  var names: [String] = []

  @Flag(help: "Push the tags that the remote lacks.")
  var push = false

  @Option(
    value: OptionValue("remote", .remotes),
    help: "The remote to push to, by name or URL. (default: the branch's)"
  )
  var remote: String?

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    if remote != nil, !push { throw ValidationError("'--remote' needs '--push'") }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let tags = Tags(of: names, context: writing.context(console))
    let result = try writing.perform(tags, in: workspace, console)
    guard push else {
      try console.show(TagsDocument(result, writing.mode))
      return try complain(UnavailableTag.refusal(of: result.unavailable), console)
    }
    let pushing = PushTags(of: names, to: remote, isDryRun: writing.dryRun) {
      console.showProgress($0)
    }
    let pushed = try console.clearingProgress {
      try pushing.run(in: workspace, beside: result.tags)
    }
    try console.show(TagsDocument(result, pushed: pushed, writing.mode))
    let missing = result.unavailable.filter { !pushed.present.contains($0.name) }
    try complain(pushed.refusal ?? UnavailableTag.refusal(of: missing), console)
  }

  private func complain(_ refusal: OperationError?, _ console: Console) throws {
    guard let refusal else { return }
    console.complain(refusal)
    throw ExitCode(1)
  }
}

/// Tags that were made, or would be.
struct TagsDocument: Document {
  private let result: Tags.Result
  /// Without `--push`, nothing.
  private let pushed: PushTags.Result?
  private let isDryRun: Bool
  private let plan: PlanDocument?

  init(_ result: Tags.Result, pushed: PushTags.Result? = nil, _ mode: WritingMode) {
    (self.result, self.pushed, isDryRun) = (result, pushed, mode != .real)
    plan = mode.document(result.plan)
  }

  var members: JSONMembers {
    [
      "outcome": isDryRun ? "planned" : "done",
      "tags": result.tags,
      "unavailable": result.unavailable.map(\.name),
      "plan": plan,
      "remote": pushed?.remote,
      "pushed": pushed?.pushed,
      "refused": pushed?.refused.map { ["tag": $0.tag, "reason": $0.reason] as JSONMembers },
    ]
  }

  func text(style: Style, width: Int?) -> String {
    var text =
      plan?.text(style: style, width: width)
      ?? result.tags.map { "created \(style(.green, $0))\n" }.joined()
    // Those that the remote has not either, or may have.
    let missing = result.unavailable.filter { pushed?.present.contains($0.name) != true }
    for tag in missing {
      let reason =
        switch tag.reason {
        case .conflict: "another tag's name is in the way"
        case .shallowClone: "its commit is not in this shallow clone"
        case .noCommit: "no commit of this branch has both its record and its files"
        }
      text += style(.yellow, tag.name) + " cannot be made: \(reason)\n"
    }
    if pushed == nil, missing.contains(where: { $0.reason == .noCommit }) {
      text += "'git fetch REMOTE tag NAME' gets a tag that another clone has\n"
    }
    guard let pushed else { return text.isEmpty ? "no tag is missing\n" : text }
    let remote = pushed.remote.printable
    let verb = isDryRun ? "would be pushed" : "pushed"
    for tag in pushed.pushed { text += "\(verb) \(style(.green, tag)) to \(remote)\n" }
    for refusal in pushed.refused {
      text += "\(style(.red, refusal.tag)) is refused: \(refusal.reason.printable)\n"
    }
    return text.isEmpty ? "no tag is missing here or in \(remote)\n" : text
  }
}
