import Base
import Testing

@testable import Site

/// What a page shows of a text.
struct MarkdownTests {
  private func html(_ text: String, _ rawHTML: Markdown.RawHTML = .hidden) -> String {
    Markdown(rawHTML: rawHTML, headings: .from(3), anchors: "readme-") { url in
      Markdown.webAddress(url) ?? (url.hasPrefix("Docs/") ? "https://example.com/\(url)" : nil)
    }.html(of: text)
  }

  @Test func `headings take their level on the page, and links lead to them`() {
    #expect(
      html("# The Menu\n\n## Soup & salt!\n\n## Soup & salt!\n\n[a](#soup--salt) [b](#none)") == """
        <h3 id="readme-the-menu">
        The Menu
        </h3>
        <h4 id="readme-soup--salt">
        Soup &amp; salt!
        </h4>
        <h4 id="readme-soup--salt-1">
        Soup &amp; salt!
        </h4>
        <p><a href="#readme-soup--salt">a</a> b</p>

        """
    )
  }

  @Test func `controls of the direction of text are shown, and not obeyed`() {
    let controls = ["\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "&#x202E;"]
    for control in controls {
      #expect(html("a\(control)b `\(control)`").contains("\u{202E}") == false)
      #expect(html("a\(control)b") == "<p>a\u{FFFD}b</p>\n")
    }
    for text in ["a\u{202E}b", "a\u{2069}b"] {
      #expect(text.escapedForHTML == "a\u{FFFD}b")
      #expect(text.escapedForXML == "a\u{FFFD}b")
    }
    #expect("\u{200F}\u{2029}é".escapedForHTML == "\u{200F}\u{2029}é")
    #expect("<a\u{B}\n\">".escapedForXML == "&lt;a\n&quot;&gt;")
  }

  @Test(arguments: [Markdown.RawHTML.hidden, .shown])
  func `what is folded is folded, and no other HTML is passed`(rawHTML: Markdown.RawHTML) {
    let text = """
      <details>
      <summary>2 additions & more</summary>

      - a
      - b

      </details>
      """
    #expect(
      html(text, rawHTML) == """
        <details><summary>2 additions &amp; more</summary>
        <ul>
        <li>a</li>
        <li>b</li>
        </ul>
        </details>

        """
    )
    let others = [
      "</details>", "<details>\n<summary>a</summary>\n\nb", "> <details>\n> <summary>a</summary>",
      "<details>\n<summary><b>a</b></summary>\n\nb\n\n</details>", "<details open>\n\n</details>",
      "> <details>\n> <summary>a</summary>\n\nb\n\n</details>",
    ]
    for text in others {
      #expect(html(text, rawHTML).contains("<details") == false, "\(text)")
      #expect(html(text, rawHTML).contains("</details") == false, "\(text)")
    }
  }

  @Test func `tables, lists of tasks, struck text, code and bare addresses are rendered`() {
    let text = """
      | a | b |
      |---|--:|
      | 1 | `2` |

      - [x] ~~hot~~ https://example.com

      ```swift
      let a = b < c
      ```
      """
    #expect(
      html(text) == """
        <div class="scroll" role="region" aria-label="Table" tabindex="0">
        <table>
        <thead>
        <tr>
        <th>a</th>
        <th align="right">b</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <td>1</td>
        <td align="right"><code>2</code></td>
        </tr>
        </tbody>
        </table>
        </div>
        <ul>
        <li><input type="checkbox" checked="" disabled="" /> <del>hot</del> \
        <a href="https://example.com">https://example.com</a></li>
        </ul>
        <pre tabindex="0"><code>let a = b &lt; c
        </code></pre>

        """
    )
  }

  @Test(arguments: [
    ("[a](Docs/b.md)", "<p><a href=\"https://example.com/Docs/b.md\">a</a></p>\n"),
    ("[a](../b.md)", "<p>a</p>\n"), ("[a](javascript:alert(1))", "<p>a</p>\n"),
    ("[a](JavaScript:x) [b](data:text/html,x) [c](//evil.example)", "<p>a b c</p>\n"),
    ("[*a*](mailto:a@example.com)", "<p><a href=\"mailto:a@example.com\"><em>a</em></a></p>\n"),
    ("![a](https://example.com/a.png)", "<p><a href=\"https://example.com/a.png\">a</a></p>\n"),
    (
      "![](https://example.com/a.png)", "<p><a href=\"https://example.com/a.png\">picture</a></p>\n"
    ),
    ("![a](a.png)", "<p>a</p>\n"),
    (
      "[![a](https://example.com/a.png)](https://example.com)",
      "<p><a href=\"https://example.com\">a</a></p>\n"
    ),
    (
      "[a](https://example.com/\"onclick=x)",
      "<p><a href=\"https://example.com/%22onclick=x\">a</a></p>\n"
    ),
  ])
  func `links lead where a page may lead, and pictures are links`(text: String, found: String) {
    #expect(html(text) == found)
  }

  @Test func `HTML of a text is left out, or is text`() {
    let text = "a <b onclick='x'>bold</b><br>next\n\n<script>alert(1)</script>\n\n`<i>`"
    #expect(html(text) == "<p>a bold<br />next</p>\n<p><code>&lt;i&gt;</code></p>\n")
    #expect(
      html(text, .shown) == """
        <p>a &lt;b onclick='x'&gt;bold&lt;/b&gt;&lt;br&gt;next</p>
        <p>&lt;script&gt;alert(1)&lt;/script&gt;
        </p>
        <p><code>&lt;i&gt;</code></p>

        """
    )
  }

  @Test func `a cell of a table has several lines where its text says so`() {
    let found = html("| a |\n|---|\n| [b](https://b.example)<br>c |")
    #expect(found.contains("<td><a href=\"https://b.example\">b</a><br />c</td>"))
  }

  @Test func `words in brackets are links where they lead anywhere`() {
    let markdown = Markdown(
      rawHTML: .hidden,
      headings: .from(1),
      word: { word in word == "salt" ? "/words#salt" : nil }
    )
    let found = markdown.html(of: "a [salt] and [pepper], **[salt]**; [[salt]](https://a.example)")
    let link = "<a href=\"/words#salt\">salt</a>"
    #expect(
      found == "<p>a [\(link)] and [pepper], <strong>[\(link)]</strong>;"
        + " <a href=\"https://a.example\">[salt]</a></p>\n"
    )
  }

  @Test func `plain text has no markup`() {
    #expect(Markdown.plainText(of: "A *soup* of `salt`\nand [b](c).") == "A soup of salt\nand b.\n")
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["![", "[", "*a_", "> ", "- ", "<", "`", "|a", "![a](", "www.", "a:", "|x|\n|-|\n"]
  )
  func `a text that only repeats a mark takes no long time`(mark: String) {
    let text = String(repeating: mark, count: (128 << 10) / mark.utf8.count)
    #expect(html(text).utf8.count < 16 << 20)
  }

  @Test func `a table whose rows the parser would fill up is text`() {
    let head = String(repeating: "|a", count: 1_000) + "\n" + String(repeating: "|-", count: 1_000)
    let found = html(head + "\n" + String(repeating: "a\n", count: 60_000))
    #expect(!found.contains("<table>"))
    #expect(found.utf8.count < 1 << 20)
  }
}
