import Mirroring
import RegistryModel
import Releases

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
