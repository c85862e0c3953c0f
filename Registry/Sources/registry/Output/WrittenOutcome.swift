import GitValues
import Writing

/// What a writing command did to the repository, or would do.
struct WrittenOutcome {
  /// A word of the command for what it did, `unchanged` where nothing was to be written, or
  /// `planned` for a dry run.
  let outcome: String
  let commit: ObjectID?
  /// `nil` unless this is a dry run.
  let plan: PlanDocument?

  init(_ result: some WritingResult, _ done: String, _ mode: WritingMode) {
    outcome = result.plan == nil ? "unchanged" : mode == .real ? done : "planned"
    commit = result.commit
    plan = mode.document(result.plan)
  }

  var isUnchanged: Bool { outcome == "unchanged" }

  /// `is`, or `would be` for a dry run.
  var verb: String { plan == nil ? "is" : "would be" }

  /// The start of the commit's name.
  var shortCommit: String { String((commit?.hex ?? "").prefix(12)) }

  /// `text`, and below it what a dry run would write.
  func text(_ text: String, style: Style, width: Int?) -> String {
    plan.map { text + "\n" + $0.text(style: style, width: width) } ?? text
  }
}
