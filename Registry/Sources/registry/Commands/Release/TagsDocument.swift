import Releases
import Sharing

/// Tags that were made, or would be.
struct TagsDocument: Document {
  /// `done`, or `planned` for a dry run.
  let outcome: String
  let tags: [String]
  /// Those that cannot be made.
  let unavailable: [String]
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
    unavailable = result.unavailable
    plan = isDryRun ? result.plan.map(PlanDocument.init) : nil
  }

  func text(style: Style, width: Int?) -> String {
    var text =
      plan?.text(style: style, width: width)
      ?? tags.map { "created \(style(.green, $0))\n" }.joined()
    for tag in unavailable {
      text += style(.yellow, tag) + " cannot be made: its commit is not in this branch's history,"
      text += " or another tag's name is in the way; 'git fetch REMOTE tag \(tag)' gets it from"
      text += " where it is\n"
    }
    guard let remote else { return text.isEmpty ? "no tag is missing\n" : text }
    let verb = outcome == "planned" ? "would be pushed" : "pushed"
    for tag in pushed ?? [] { text += "\(verb) \(style(.green, tag)) to \(remote.printable)\n" }
    for refusal in refused ?? [] {
      text += "\(style(.red, refusal.tag)) is refused: \(refusal.reason.printable)\n"
    }
    return text.isEmpty ? "no tag is missing here or in \(remote.printable)\n" : text
  }
}
