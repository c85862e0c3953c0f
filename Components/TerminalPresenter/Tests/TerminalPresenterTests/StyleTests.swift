import FlowKit
import Testing

@testable import TerminalPresenter

struct StyleTests {
  @Test(arguments: [
    (["TERM": "xterm-256color"], true, ColourDepth.palette),
    (["TERM": "xterm"], true, .standard),
    (["TERM": "xterm", "COLORTERM": "truecolor"], true, .full),
    (["TERM": "xterm-direct"], true, .full),
    (["TERM": "dumb", "COLORTERM": "truecolor"], true, .none),
    ([:], true, .none),
    (["TERM": "xterm-256color"], false, .none),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], true, .none),
    (["TERM": "xterm-256color", "NO_COLOR": ""], true, .palette),
    (["TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "3"], true, .none),
    (["TERM": "xterm", "FORCE_COLOR": "1"], false, .standard),
    (["FORCE_COLOR": "true"], false, .standard),
    (["TERM": "xterm-256color", "FORCE_COLOR": "1"], false, .palette),
    (["TERM": "xterm", "FORCE_COLOR": "2"], false, .palette),
    (["TERM": "xterm", "FORCE_COLOR": "3"], false, .full),
    (["TERM": "xterm", "FORCE_COLOR": "0"], true, .none),
    (["TERM": "xterm", "CLICOLOR_FORCE": "1"], false, .standard),
    (["TERM": "xterm", "CLICOLOR_FORCE": "0"], false, .none),
    (["TERM": "xterm", "CLICOLOR": "0"], true, .none),
  ])
  func `the environment decides how many colours there are`(
    environment: [String: String],
    isTerminal: Bool,
    expected: ColourDepth
  ) {
    #expect(ColourDepth(environment: environment, isTerminal: isTerminal) == expected)
  }

  @Test(arguments: [
    (["LANG": "en_GB.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false),
    ([:], false),
    (["LANG": "en_GB.UTF-8", "LC_ALL": "C"], false),
    (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true),
    (["LANG": "en_GB.UTF-8", "LC_ALL": ""], true),
    (["LANG": "de_DE.ISO-8859-1"], false),
  ])
  func `the locale decides whether signs are Unicode`(
    environment: [String: String],
    expected: Bool
  ) {
    #expect(Symbols.usesUnicode(environment: environment) == expected)
  }

  @Test func `a line is drawn with the sequences that the depth has`() {
    let red = Picture.Colour(red: 0xD9, green: 0x48, blue: 0x3B)
    var line = StyledLine("a", Style(foreground: .theme(.cyan), isBold: true))
    line.append("b", Style(foreground: .exact(red), background: .theme(.black)))
    line.append("c")
    #expect(line.rendered(at: .none) == "abc")
    #expect(line.rendered(at: .standard) == "\u{1B}[1;36ma\u{1B}[0m\u{1B}[40mb\u{1B}[0mc")
    #expect(line.rendered(at: .palette) == "\u{1B}[1;36ma\u{1B}[0m\u{1B}[38;5;167;40mb\u{1B}[0mc")
    #expect(
      line.rendered(at: .full) == "\u{1B}[1;36ma\u{1B}[0m\u{1B}[38;2;217;72;59;40mb\u{1B}[0mc"
    )
  }

  @Test(arguments: [
    ("#000000", 16), ("#FFFFFF", 231), ("#FF0000", 196), ("#808080", 244), ("#8A8A8A", 245),
    ("#5F87AF", 67), ("#0A0A0A", 232), ("#EEEEEE", 255),
  ])
  func `a colour becomes the nearest of the palette`(text: String, index: Int) throws {
    let colour = try #require(Picture.Colour(hexadecimal: text))
    let line = StyledLine("x", Style(foreground: .exact(colour)))
    #expect(line.rendered(at: .palette) == "\u{1B}[38;5;\(index)mx\u{1B}[0m")
  }

  @Test func `without colours nothing but text is drawn, whatever it means`() {
    let guide = StyleGuide.monochrome
    for part in StyleGuide.Part.allCases {
      #expect(StyledLine("x", guide.style(part)).rendered(at: .none) == "x")
    }
    for role in TextRole.allCases {
      #expect(StyledLine("x", guide.style(role)).rendered(at: .none) == "x")
    }
  }

  @Test func `a styled line is cut where its text is too wide`() {
    let bold = Style(isBold: true)
    let line = StyledLine("Pad ", bold).appending("Thai")
    #expect(line.truncated(to: 8, ellipsis: "…") == line)
    #expect(line.truncated(to: 6, ellipsis: "…") == StyledLine("Pad ", bold).appending("T…"))
    #expect(line.truncated(to: 4, ellipsis: "…") == StyledLine("Pad…", bold))
    #expect(line.truncated(to: 5, ellipsis: "…") == StyledLine("Pad ", bold).appending("…"))
  }
}

struct ColumnsTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("›", 1), ("…", 1), ("●", 1),
    ("麻", 2), ("あ", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｱ", 1), ("Ａ", 2), ("　", 2),
    ("🍚", 2), ("👩‍🍳", 2), ("👍🏽", 2), ("🇹🇭", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("✗", 1),
    ("\u{200B}", 0), ("\u{301}", 0), ("\u{FE0F}", 0), ("\u{0}", 0), ("\u{1B}", 0), ("\u{9B}", 0),
    ("ก", 1), ("ที่", 1), ("क", 1), ("\u{AD}", 1), ("♥", 1), ("㊗", 2), ("㏿", 2), ("🀄", 2), ("🀀", 1),
  ])
  func `a character takes as many columns as terminals give it`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    ("Pad Thai", 8), ("Phở bò", 6), ("麻婆豆腐", 8), ("Bibimbap 🍚", 11), ("", 0),
  ])
  func `a text is as wide as its characters together`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    ("Pad Thai", 8, "Pad Thai"), ("Pad Thai", 7, "Pad Th…"), ("Pad Thai", 1, "…"),
    ("Pad Thai", 0, ""), ("麻婆豆腐", 6, "麻婆…"), ("麻婆豆腐", 7, "麻婆豆…"), ("👩‍🍳👩‍🍳", 3, "👩‍🍳…"),
  ])
  func `a text that is too wide ends in an ellipsis`(text: String, width: Int, expected: String) {
    #expect(text.truncated(to: width, ellipsis: "…") == expected)
  }

  @Test func `an ellipsis that does not fit is left out`() {
    #expect("Pad Thai".truncated(to: 2, ellipsis: "...") == "Pa")
  }

  @Test func `padding fills up with spaces at either end and never cuts`() {
    #expect("麻".padded(to: 4) == "麻  ")
    #expect("€5".padded(to: 4, flushRight: true) == "  €5")
    #expect("Pad Thai".padded(to: 4) == "Pad Thai")
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 6, ["one", "two", "three"]),
    ("Massamancurry", 5, ["Massa", "mancu", "rry"]),
    ("a Massamancurry b", 5, ["a", "Massa", "mancu", "rry b"]),
    ("first\nsecond\r\n\nfourth", 20, ["first", "second", "", "fourth"]),
    ("  too   many spaces ", 20, ["too many spaces"]),
    ("", 5, [""]), ("麻婆豆腐", 3, ["麻", "婆", "豆", "腐"]), ("麻婆", 1, ["麻", "婆"]),
    ("ab", 0, ["a", "b"]),
  ])
  func `a paragraph is broken between words`(text: String, width: Int, expected: [String]) {
    #expect(text.wrapped(to: width) == expected)
  }

  @Test func `nothing in a text can command the terminal`() {
    let line = StyledLine("\u{1B}[31mred\u{1B}[0m")
    #expect(line.rendered(at: .full) == "\u{FFFD}[31mred\u{FFFD}[0m")
  }
}
