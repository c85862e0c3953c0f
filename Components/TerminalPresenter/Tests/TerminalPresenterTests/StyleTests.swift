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
