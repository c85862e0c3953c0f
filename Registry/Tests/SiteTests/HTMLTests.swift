import Testing

@testable import Site

struct HTMLTests {
  @Test(arguments: [
    ("<&>\"'", "&lt;&amp;&gt;&quot;&#39;"),
    // A mark that combines with the sign before it.
    ("\"\u{301} on=\"", "&quot;\u{301} on=&quot;"),
    ("<\u{338}b", "&lt;\u{338}b"),
  ])
  func `a value is text, whatever it has in it`(value: String, html: String) throws {
    let inserted: HTML = "<b>\(value)</b>"
    #expect(Array(inserted.text.utf8) == Array("<b>\(html)</b>".utf8))
    #expect(
      Array(HTML.link(value, value).text.utf8) == Array("<a href=\"\(html)\">\(html)</a>".utf8)
    )
  }

  @Test func `HTML in HTML stays as it is`() {
    let name: HTML = "<b>\("Soup & Bread")</b>"
    let row: HTML = "<li>\(name) \(4)</li>"
    #expect(row.text == "<li><b>Soup &amp; Bread</b> 4</li>")
  }

  @Test func `values that are missing leave nothing behind`() {
    let (note, none): (String?, String?) = ("<hot>", nil)
    let html: HTML =
      "<p\(if: true, " hidden")\(if: false, " class")>\(note, { "\($0)!" })\(none, { "\($0)!" })</p>"
    #expect(html.text == "<p hidden>&lt;hot&gt;!</p>")
    let list: HTML = "<ul>\(each: ["a", "<"], { "<li>\($0)</li>" })</ul>"
    #expect(list.text == "<ul><li>a</li><li>&lt;</li></ul>")
  }

  @Test(arguments: [true, false])
  func `lines stand below each other, with those of conditions and loops`(isHot: Bool) {
    let html = HTML.lines {
      "<ul>"
      for side in ["Bread", "Salad"] { "<li>\(side)</li>" }
      if isHot { "<li>hot</li>" } else { "<li>cold</li>" }
      HTML.lines { "</ul>" }
    }
    #expect(
      html.text
        == "<ul>\n<li>Bread</li>\n<li>Salad</li>\n<li>\(isHot ? "hot" : "cold")</li>\n</ul>\n"
    )
  }
}
