import Registration
import RegistryModel

/// Settings that were changed, or would be.
struct SettingsDocument: Document {
  private let result: ChangeSettings.Result
  private let written: WrittenOutcome

  private static let most = 10

  init(_ result: ChangeSettings.Result, _ mode: WritingMode) {
    self.result = result
    written = WrittenOutcome(result, "set", mode)
  }

  var members: JSONMembers {
    [
      "outcome": written.outcome,
      "settings": result.changed.map {
        ["key": $0.name, "old": $0.old, "new": $0.new] as JSONMembers
      },
      "commit": written.commit,
      "plan": written.plan,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    if written.isUnchanged { return "nothing to change\n" }
    var text = result.changed.prefix(Self.most).map { setting in
      let (old, new) = (setting.old.map(\.typed), setting.new.map(\.typed))
      let change =
        switch (old, new) {
        case (let old?, let new?): "\(old.printable) → \(new.printable)"
        case (nil, let new?): "\(new.printable) (was not set)"
        case (let old?, nil): "not set (was \(old.printable))"
        case (nil, nil): "not set"
        }
      return "\(style(.bold, setting.name)): \(change)\n"
    }.joined()
    let more = result.changed.count - Self.most
    if more > 0 { text += "and \(counted(more, "more setting"))\n" }
    if written.commit != nil { text += "  \(style(.dim, "commit"))  \(written.shortCommit)\n" }
    return written.text(text, style: style, width: width)
  }
}
