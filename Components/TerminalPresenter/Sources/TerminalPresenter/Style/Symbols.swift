/// The signs that all screens use.
struct Symbols: Hashable, Sendable {
  /// Before a question.
  let question: String
  /// Before the line that the next key acts on.
  let cursor: String
  /// Before a choice that is chosen.
  let chosen: String
  /// Before a choice that is not chosen.
  let open: String
  /// Before the reason why an answer was refused.
  let problem: String
  /// Before what a list is narrowed down to.
  let search: String
  /// Where a list goes on above.
  let above: String
  /// Where a list goes on below.
  let below: String
  /// Between hints.
  let separator: String
  /// Where a text is cut off.
  let ellipsis: String
  /// What a rule is drawn of.
  let rule: String

  /// For a terminal that shows Unicode.
  static let unicode = Symbols(
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
  static let ascii = Symbols(
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

  /// Whether the locale that the environment names is written in UTF-8: `LC_ALL` before `LC_CTYPE`
  /// before `LANG`, as POSIX has it.
  static func usesUnicode(environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let locale = locale?.lowercased() else { return false }
    return locale.contains("utf-8") || locale.contains("utf8")
  }
}
