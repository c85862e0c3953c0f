import RegistryModel
import Releases

/// A release that was withdrawn, or would be.
struct YankDocument: Document {
  private let result: YankRelease.Result
  private let written: WrittenOutcome

  init(_ result: YankRelease.Result, _ mode: WritingMode) {
    self.result = result
    written = WrittenOutcome(result, "withdrawn", mode)
  }

  var members: JSONMembers {
    [
      "outcome": written.outcome,
      "component": result.component,
      "version": result.yank.version,
      "reason": result.yank.reason,
      "date": result.yank.date,
      "unresolvable": result.unresolvable.unlessEmpty?.map {
        ["component": $0.component, "version": $0.version] as JSONMembers
      },
      "commit": written.commit,
      "plan": written.plan,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let name = style(.bold, "\(result.component) \(result.yank.version)")
    guard written.plan == nil else {
      let text = "\(name) would be withdrawn\n" + losses(style, isDone: false)
      return written.text(text, style: style, width: width)
    }
    let date = result.yank.date.description.prefix(10)
    let since = written.isUnchanged ? " already since \(date)" : ""
    return "\(name) is withdrawn\(since): \(result.yank.reason.printable)\n"
      + losses(style, isDone: true)
  }

  private func losses(_ style: Style, isDone: Bool) -> String {
    let lost = result.unresolvable
    guard !lost.isEmpty else { return "" }
    let most = 5
    let names = lost.prefix(most).map { "\($0.component) \($0.version)" }
    let more = lost.count > most ? ", and \(lost.count - most) more" : ""
    return "  \(isDone ? "can" : "could") no longer be resolved: "
      + "\(names.joined(separator: ", "))\(more)\n"
      + (result.help.map { "  \(style(.bold, "help:")) \($0.printable)\n" } ?? "")
  }
}
