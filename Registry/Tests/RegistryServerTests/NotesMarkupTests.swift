import Testing

@testable import RegistryContent

struct NotesMarkupTests {
  private typealias Markup = NotesMarkup

  private func text(_ spans: (String, isCode: Bool)...) -> Markup.Text {
    Markup.Text(spans: spans.map { Markup.Span(isCode: $0.1, text: $0.0) })
  }

  @Test func `headings, lists, paragraphs and code are what a changelog has`() {
    let markup = Markup(
      """
      Soup with `salt`
      and pepper.

      #### Added

      - hot
      - and
        `cold`

      ```swift
      let x = 1

      # no heading
      ```
      """
    )
    #expect(
      markup.blocks == [
        Markup.Block(
          paragraph: text(
            ("Soup with ", false),
            ("salt", true),
            (" ", false),
            ("and pepper.", false)
          )
        ),
        Markup.Block(heading: text(("Added", false))),
        Markup.Block(
          list: Markup.List(items: [
            text(("hot", false)), text(("and", false), (" ", false), ("cold", true)),
          ])
        ),
        Markup.Block(code: "let x = 1\n\n# no heading"),
      ]
    )
  }

  @Test(arguments: ["a ` b", "<b>bold</b>", "[a](javascript:alert(1))", "* star", "![i](x)"])
  func `what is none of these is text as it was typed`(line: String) {
    #expect(Markup(line).blocks == [Markup.Block(paragraph: text((line, false)))])
  }

  @Test func `a backslash makes a plain character of a mark, but not in code`() {
    #expect(
      Markup("1\\. \\[Array\\<Int>] \\_\\_init\\_\\_ `a\\<b` C:\\new ``x ` y``").blocks == [
        Markup.Block(
          paragraph: text(
            ("1. [Array<Int>] __init__ ", false),
            ("a\\<b", true),
            (" C:\\new ", false),
            ("x ` y", true)
          )
        )
      ]
    )
    #expect(
      Markup("- a\n\n  ```swift\n  b\n  ```").blocks == [
        Markup.Block(list: Markup.List(items: [text(("a", false))])), Markup.Block(code: "  b"),
      ]
    )
  }

  @Test func `a fence that never ends holds the rest`() {
    #expect(Markup("```\na\n\nb").blocks == [Markup.Block(code: "a\n\nb")])
    #expect(Markup("").blocks == [])
  }
}
