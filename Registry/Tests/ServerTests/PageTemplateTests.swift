import Testing

@testable import Site

struct PageTemplateTests {
  private struct Dish: Sendable {
    var name = "Soup"
    var price: Int? = 4
    var isHot = false
    var sides: [Dish] = []
    var note: String?
  }

  private func render(_ text: String, _ dish: Dish = Dish()) throws -> String {
    let others = ["name": try PageTemplate("<b>{{name}}</b>\n")]
    return try PageTemplate(text).render(dish, with: others)
  }

  @Test(arguments: [
    ("{{name}}: {{price}}", "Soup: 4"),
    ("{{note}}{{unknown}}", ""),
    ("{{#price}}{{.}}!{{/price}}", "4!"),
    ("{{#note}}a{{/note}}{{^note}}b{{/note}}", "b"),
    ("{{#isHot}}a{{/isHot}}{{^isHot}}b{{/isHot}}", "b"),
    ("{{#sides}}{{name}} {{price}}, {{/sides}}", "Bread 4, Salad , "),
    ("{{^sides}}none{{/sides}}", ""),
    ("{{#sides}}{{#sides}}a{{/sides}}{{^sides}}b{{/sides}}{{/sides}}", "bb"),
    ("{{> name}}|", "<b>Soup</b>\n|"),
    ("{{sides.count}}", ""),
  ])
  func `values, sections and other templates are put in`(text: String, html: String) throws {
    let dish = Dish(sides: [Dish(name: "Bread"), Dish(name: "Salad", price: nil)])
    #expect(try render(text, dish) == html)
  }

  @Test func `a section's tags take the lines that they are alone on`() throws {
    let text = """
      <ul>
        {{#sides}}
      <li>{{name}}</li>
      {{> name}}
      {{/sides}}
      </ul>
      {{^isHot}}cold{{/isHot}}
      """
    let html = "<ul>\n<li>Bread</li>\n<b>Bread</b>\n</ul>\ncold"
    #expect(try render(text, Dish(sides: [Dish(name: "Bread")])) == html)
  }

  @Test(arguments: [
    ("<&>\"'", "&lt;&amp;&gt;&quot;&#39;"),
    // A mark that combines with the sign before it.
    ("\"\u{301} on=\"", "&quot;\u{301} on=&quot;"),
    ("<\u{338}b", "&lt;\u{338}b"),
  ])
  func `a value is text, whatever it has in it`(value: String, html: String) throws {
    let dish = Dish(name: value)
    #expect(Array(try render("{{name}}", dish).utf8) == Array(html.utf8))
    #expect(try render("{{{name}}}", dish) == value)
  }

  @Test(arguments: [
    ("{{#a}}b", "section 'a' has no end"),
    ("{{#a}}b{{/c}}", "'{{/c}}' ends no section"),
    ("{{/a}}", "'{{/a}}' ends no section"),
    ("b {{a", "'{{a' has no '}}'"),
  ])
  func `a template with a fault is refused`(text: String, message: String) {
    #expect(throws: PageTemplateError(message: message)) { try PageTemplate(text) }
  }
}
