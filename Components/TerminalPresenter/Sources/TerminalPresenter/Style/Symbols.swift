/// The signs that all screens use.
struct Symbols: Hashable, Sendable {
  let question: String
  let cursor: String
  let chosen: String
  let open: String
  let problem: String
  /// Before what a list is narrowed down to.
  let search: String
  /// Where a list goes on above.
  let above: String
  /// Where a list goes on below.
  let below: String
  let separator: String
  let ellipsis: String
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
