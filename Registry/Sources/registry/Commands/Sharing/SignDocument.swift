import RegistryModel
import Releases

/// A release that was signed, or would be.
struct SignDocument: Document {
  private let result: SignRelease.Result
  private let written: WrittenOutcome

  init(_ result: SignRelease.Result, _ mode: WritingMode) {
    self.result = result
    written = WrittenOutcome(result, "signed", mode)
  }

  var members: JSONMembers {
    [
      "outcome": written.outcome,
      "component": result.component,
      "version": result.release.version,
      "archive": result.release.archive?.description,
      "date": result.signature.date,
      "commit": written.commit,
      "plan": written.plan,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let name = style(.bold, "\(result.component) \(result.release.version)")
    let since = " already since \(result.signature.date.description.prefix(10))"
    return written.text(
      "\(name) \(written.verb) signed\(written.isUnchanged ? since : "")\n",
      style: style,
      width: width
    )
  }
}
