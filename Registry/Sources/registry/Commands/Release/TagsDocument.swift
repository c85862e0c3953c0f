import Releases
import Sharing

/// Tags that were made, or would be.
struct TagsDocument: Document {
  /// `done`, or `planned` for a dry run.
  let outcome: String
  let tags: [String]
  /// Those that cannot be made.
  let unavailable: [String]
  /// Those among them that the remote has not either, or may have.
  private let missing: [UnavailableTag]
  let plan: PlanDocument?
  /// That the tags were pushed to; nothing without `--push`.
  let remote: String?
  let pushed: [String]?
  let refused: [Refusal]?

  struct Refusal: Encodable {
    let tag: String
    let reason: String
  }

  init(_ result: Tags.Result, _ pushed: PushTags.Result? = nil, isDryRun: Bool) {
    remote = pushed?.remote
    self.pushed = pushed?.pushed
    refused = pushed?.refused.map { Refusal(tag: $0.tag, reason: $0.reason) }
    outcome = isDryRun ? "planned" : "done"
    tags = result.tags
    unavailable = result.unavailable.map(\.name)
    missing = result.unavailable.filter { pushed?.present.contains($0.name) != true }
    plan = isDryRun ? result.plan.map(PlanDocument.init) : nil
  }

  func text(style: Style, width: Int?) -> String {
    var text =
      plan?.text(style: style, width: width)
      ?? tags.map { "created \(style(.green, $0))\n" }.joined()
    for tag in missing {
      let reason =
        switch tag.reason {
        case .conflict: "another tag's name is in the way"
        case .shallowClone: "its commit is not in this shallow clone"
        case .noCommit: "no commit of this branch has both its record and its files"
        }
      text += style(.yellow, tag.name) + " cannot be made: \(reason)\n"
    }
    if remote == nil, missing.contains(where: { $0.reason == .noCommit }) {
      text += "'git fetch REMOTE tag NAME' gets a tag that another clone has\n"
    }
    guard let remote else { return text.isEmpty ? "no tag is missing\n" : text }
    let verb = outcome == "planned" ? "would be pushed" : "pushed"
    for tag in pushed ?? [] { text += "\(verb) \(style(.green, tag)) to \(remote.printable)\n" }
    for refusal in refused ?? [] {
      text += "\(style(.red, refusal.tag)) is refused: \(refusal.reason.printable)\n"
    }
    return text.isEmpty ? "no tag is missing here or in \(remote.printable)\n" : text
  }

  private enum CodingKeys: String, CodingKey {
    case outcome, tags, unavailable, plan, remote, pushed, refused
  }
}
