import FlowKit
import Testing

struct PrintableTests {
  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[0m", "\u{FFFD}[31mred\u{FFFD}[0m"), ("a\tb\nc\r\nd", "a b c  d"),
    ("\u{9B}2J", "\u{FFFD}2J"), ("\u{7F}\u{0}\u{7}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("pay \u{202E}001\u{202C}", "pay 001"), ("a\u{2028}b", "a b"), ("👩‍🍳 Phở", "👩‍🍳 Phở"),
  ])
  func `a terminal obeys nothing in a printable text`(text: String, expected: String) {
    #expect(text.printable == expected)
  }
}
