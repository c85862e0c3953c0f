import Testing

@testable import TerminalPresenter

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
