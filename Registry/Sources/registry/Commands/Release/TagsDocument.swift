import Releases

/// Tags that were made, or would be.
struct TagsDocument: Document {
  /// `done`, or `planned` for a dry run.
  let outcome: String
  let tags: [String]
  /// Those that cannot be made.
  let unavailable: [String]
  let plan: PlanDocument?

  init(_ result: Tags.Result, isDryRun: Bool) {
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
    return text.isEmpty ? "no tag is missing\n" : text
  }
}
