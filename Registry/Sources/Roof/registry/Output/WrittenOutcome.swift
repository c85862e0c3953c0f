import Git
import Model

/// What a writing command did to the repository, or would do.
struct WrittenOutcome {
  /// A word of the command for what it did, `unchanged` where nothing was to be written, or
  /// `planned` for a dry run.
  let outcome: String
  /// The word of the command, whatever the outcome.
  let done: String
  let commit: ObjectID?
  /// `nil` unless this is a dry run.
  let plan: PlanDocument?

  init(_ result: some WritingResult, _ done: String, _ mode: WritingMode) {
    outcome = result.plan == nil ? "unchanged" : mode == .real ? done : "planned"
    (self.done, commit) = (done, result.commit)
    plan = mode.document(result.plan)
  }

  var isUnchanged: Bool { outcome == "unchanged" }

  /// `is`, or `would be` for a dry run.
  var verb: String { plan == nil ? "is" : "would be" }

  /// The start of the commit's name.
  var shortCommit: String { String((commit?.hex ?? "").prefix(12)) }
}

/// The result of a writing command, without the outcome, the commit and the plan.
protocol WrittenResult: WritingResult, JSONObjectRepresentable {
  /// Lines with their ends.
  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String
}

/// The result of a writing command, and below it what a dry run would write.
struct WrittenDocument<Result: WrittenResult>: Document {
  private let result: Result
  private let written: WrittenOutcome

  init(_ result: Result, as done: String, _ mode: WritingMode) {
    self.result = result
    written = WrittenOutcome(result, done, mode)
  }

  var members: JSONMembers {
    result.members.adding([
      "outcome": written.outcome, "commit": written.commit, "plan": written.plan,
    ])
  }

  func text(style: Style, width: Int?) -> String {
    let text = result.text(written, style: style, width: width)
    return written.plan.map { text + "\n" + $0.text(style: style, width: width) } ?? text
  }
}
