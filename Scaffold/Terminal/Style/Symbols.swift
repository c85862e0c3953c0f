/// The signs that all screens use.
package struct Symbols: Hashable, Sendable {
  /// Before a question.
  package let question: String
  /// Before the line that the next key acts on.
  package let cursor: String
  /// Before a choice that is chosen.
  package let chosen: String
  /// Before a choice that is not chosen.
  package let open: String
  /// Before the reason why an answer was refused.
  package let problem: String
  /// Before what a list is narrowed down to.
  package let search: String
  /// Where a list goes on above.
  package let above: String
  /// Where a list goes on below.
  package let below: String
  /// Between hints.
  package let separator: String
  /// Where a text is cut off.
  package let ellipsis: String
  /// What a rule is drawn of.
  package let rule: String

  /// For a terminal that shows Unicode.
  package static let unicode = Symbols(
    question: "?",
    cursor: "›",
    chosen: "●",
    open: "○",
    problem: "✗",
    search: "/",
    above: "↑",
    below: "↓",
    separator: "·",
    ellipsis: "…",
    rule: "─"
  )

  /// For every other terminal.
  package static let ascii = Symbols(
    question: "?",
    cursor: ">",
    chosen: "[x]",
    open: "[ ]",
    problem: "!",
    search: "/",
    above: "^",
    below: "v",
    separator: "-",
    ellipsis: "...",
    rule: "-"
  )
}

extension Symbols {
  /// Whether the locale that the environment names is written in UTF-8: `LC_ALL` before `LC_CTYPE`
  /// before `LANG`, as POSIX has it.
  package static func usesUnicode(environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let locale = locale?.lowercased() else { return false }
    return locale.contains("utf-8") || locale.contains("utf8")
  }
}
