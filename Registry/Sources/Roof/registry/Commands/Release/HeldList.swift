import Base
import Releases
import Versions

/// The components that are not released, for people: what is the same for many is said once.
struct HeldList {
  /// What many components have in common, with `NAME` in the place of their names.
  private struct Cause: Hashable {
    let code: String
    let help: String?
  }

  let held: [HeldComponent]
  /// Whether nothing was to be released yet.
  let isPlan: Bool

  /// So many components with one cause are shown one by one.
  private static let mostAlike = 3

  func text(style: Style) -> String {
    held.folded(moreThan: Self.mostAlike, by: Self.cause).map { alike in
      alike.count == 1
        ? text(of: alike[0], style) : text(of: alike, Self.cause(of: alike[0]), style)
    }.joined()
  }

  private func text(of held: HeldComponent, _ style: Style) -> String {
    let verdict = isPlan ? "cannot be released" : "is not released"
    return "\(style(.bold, held.name.text)) \(style(.yellow, verdict))\n"
      + "  \(held.words.printable)\n" + style.help(held.refusal.help)
  }

  private func text(of alike: [HeldComponent], _ cause: Cause, _ style: Style) -> String {
    let names = alike.map { style(.bold, $0.name.text) }.shortList()
    let verdict = isPlan ? "cannot be released" : "are not released"
    var text = "\(names) \(style(.yellow, verdict))\n"
    let words = alike.map { Self.general($0.words, $0.name) }
    if Set(words).count == 1 {
      text += "  \(words[0].printable)\n"
    } else {
      for held in alike.prefix(Self.mostAlike) {
        text += "  \(held.name): \(held.words.printable)\n"
      }
      text += "  and \(alike.count - Self.mostAlike) more, which '--json' lists\n"
    }
    return text + style.help(cause.help)
  }

  private static func cause(of held: HeldComponent) -> Cause {
    // What each of them waits for is listed, too.
    if case .dependency = held.reason { return Cause(code: held.refusal.code.rawValue, help: nil) }
    return Cause(
      code: held.refusal.code.rawValue,
      help: held.refusal.help.map { general($0, held.name) }
    )
  }

  /// The text without the name of the component.
  static func general(_ text: String, _ name: ComponentName) -> String {
    func isPart(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } ?? false
    }
    var (result, rest) = ("", text[...])
    while let place = rest.firstRange(of: name.text) {
      result += rest[..<place.lowerBound]
      let isWhole = !isPart(result.last) && !isPart(rest[place.upperBound...].first)
      result += isWhole ? "NAME" : name.text
      rest = rest[place.upperBound...]
    }
    return result + rest
  }
}
