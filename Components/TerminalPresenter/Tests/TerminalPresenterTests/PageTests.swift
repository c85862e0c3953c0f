import FlowKit
import Testing

@testable import TerminalPresenter

struct PageTests {
  private static let red = Picture.Colour(red: 255, green: 0, blue: 0)
  private static let blue = Picture.Colour(red: 0, green: 0, blue: 255)
  private static let picture = Picture(
    cells: [[red, red, nil], [blue, nil, nil], [nil, blue]],
    plain: ["/~~~\\", "\\___/"],
    description: "a bowl"
  )
  private static let meal = Page(
    title: "Your meal",
    picture: picture,
    lines: [
      .field("Pad Thai", "€9.50"), .field("Flavour", "smoky"), .gap,
      .field("Total", "€9.50", role: .strong), .text("The chef starts soon.", role: .muted),
    ]
  )

  private func text(_ page: Page, guide: StyleGuide = .monochrome, width: Int = 60) -> [String] {
    PageLayout(guide: guide, width: width).lines(page).map(\.text)
  }

  @Test func `a page has a title over a rule, its plain picture and aligned fields`() {
    #expect(
      text(Self.meal) == [
        "",
        "  Your meal",
        "  ─────────",
        "",
        "  /~~~\\",
        "  \\___/",
        "",
        "  Pad Thai  €9.50",
        "  Flavour   smoky",
        "",
        "  Total     €9.50",
        "  The chef starts soon.",
        "",
      ]
    )
  }

  @Test func `a narrow page sets values below their names and wraps its text`() {
    let page = Page(
      title: "Meal",
      lines: [.field("Flavour", "smoky"), .text("The chef starts very soon.")]
    )
    #expect(
      text(page, guide: .plain, width: 16) == [
        "", "  Meal", "  ----", "", "  Flavour", "    smoky", "  The chef", "  starts very",
        "  soon.", "",
      ]
    )
  }

  @Test func `a long value is set in below itself`() {
    let page = Page(title: "Meal", lines: [.field("Place", "12 Baker Street, London NW1")])
    #expect(
      text(page, width: 32)[4...] == ["  Place  12 Baker Street, London", "         NW1", ""]
    )
  }

  @Test func `with colours each character shows two cells of the picture`() {
    let guide = StyleGuide(depth: .full, usesUnicode: true)
    let lines = PageLayout(guide: guide, width: 60).lines(Page(title: "x", picture: Self.picture))
    let red = Colour.exact(Self.red)
    let blue = Colour.exact(Self.blue)
    #expect(
      lines[4]
        == StyledLine("  ").appending("▀", Style(foreground: red, background: blue))
        .appending("▀", Style(foreground: red)).appending(" ")
    )
    #expect(
      lines[5] == StyledLine("   ").appending("▀", Style(foreground: blue)).appending(" ")
    )
  }

  @Test(arguments: [
    (StyleGuide(depth: .standard, usesUnicode: true), 60, ["  /~~~\\", "  \\___/"]),
    (StyleGuide(depth: .full, usesUnicode: false), 60, ["  /~~~\\", "  \\___/"]),
    (StyleGuide(depth: .full, usesUnicode: true), 4, ["  [a", "  bo", "  wl", "  ]"]),
  ])
  func `where the picture cannot be shown its plain form or description is`(
    guide: StyleGuide,
    width: Int,
    lines: [String]
  ) {
    let page = Page(title: "x", picture: Self.picture)
    #expect(text(page, guide: guide, width: width).dropFirst(4).prefix(lines.count) == lines[...])
  }

  @Test(arguments: 1...40)
  func `no page is wider than its window`(width: Int) {
    let lines = PageLayout(guide: .monochrome, width: width).lines(Self.meal)
    #expect(lines.allSatisfy { $0.columns <= width })
  }

  @Test(arguments: [
    (Key.enter, Outcome.answered(.seen)), (.character(" "), .answered(.seen)),
    (.character("x"), .open), (.control("c"), .cancelled), (.control("d"), .cancelled),
  ])
  func `a page that waits goes on at Return`(key: Key, outcome: Outcome) {
    var screen = Question.page("seen", Self.meal, waits: true).prompt.screen()
    #expect(screen.text() == ["  Return to continue"])
    #expect(screen.press(key) == outcome)
  }
}
