import FlowKit

/// The one place that decides what all screens look like: colours, signs and spacing.
///
/// Text stands in the third column, signs in the first: questions, lists and pages share one left
/// edge. Text takes the colours of the person's own theme; only pictures have exact ones.
public struct StyleGuide: Hashable, Sendable {
  public let depth: ColourDepth
  /// Whether the terminal shows more than ASCII.
  public let usesUnicode: Bool

  public init(depth: ColourDepth, usesUnicode: Bool) {
    self.depth = depth
    self.usesUnicode = usesUnicode
  }

  public static let plain = StyleGuide(depth: .none, usesUnicode: false)

  /// What a piece of a question is.
  public enum Part: Sendable, Hashable, CaseIterable {
    case question
    case title
    /// What the next key acts on.
    case cursor
    case chosen
    case answer
    /// What can be done, and other words in the background.
    case hint
    case problem
  }

  var symbols: Symbols {
    usesUnicode ? .unicode : .ascii
  }

  func style(_ part: Part) -> Style {
    switch part {
    case .question, .chosen, .answer: Style(foreground: .theme(.cyan))
    case .cursor: Style(foreground: .theme(.cyan), isBold: true)
    case .title: Style(isBold: true)
    case .hint: muted
    case .problem: Style(foreground: .theme(.red))
    }
  }

  func style(_ role: TextRole) -> Style {
    switch role {
    case .plain: .plain
    case .heading, .strong: Style(isBold: true)
    case .muted: muted
    case .success: Style(foreground: .theme(.green))
    case .warning: Style(foreground: .theme(.yellow))
    case .failure: Style(foreground: .theme(.red))
    }
  }

  /// A grey that is legible on white and on black.
  ///
  /// Themes of 16 colours often set their own grey to the background's colour, so that faint text is
  /// the safer choice there.
  private var muted: Style {
    guard depth >= .palette else { return Style(isFaint: true) }
    return Style(foreground: .exact(Picture.Colour(red: 0x8A, green: 0x8A, blue: 0x8A)))
  }

  /// In fewer columns than these a list leaves out its numbers, and a page sets values below names.
  static let narrow = 32

  /// How far text is set in: the column behind a sign and a space.
  static let indent = 2
}

struct Symbols: Hashable, Sendable {
  let question: String
  let cursor: String
  let chosen: String
  let open: String
  let problem: String
  /// Before what a list is narrowed down to.
  let search: String
  let above: String
  let below: String
  let separator: String
  let ellipsis: String
  let rule: String

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
