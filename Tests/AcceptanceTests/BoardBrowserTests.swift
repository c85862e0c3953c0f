import Foundation
import ProgramTesting
import Testing

/// `kitchen board` in a browser, as those who cook see and use it.
@Suite(
  .freshHome,
  .timeLimit(.minutes(10)),
  .enabled(if: Browser.program != nil, "install Chromium or Google Chrome to run these tests")
)
struct BoardBrowserTests {
  @Test func `on a tablet the board fits, and shows without a reload what other processes do`()
    async throws
  {
    let first = try await paidOrder()
    let board = try await BoardProgram()
    try await Browser.run { browser in
      try await browser.resize(width: 768, height: 1024)
      try await browser.open(board.link)
      try await browser.waitFor(accepted: [first])
      try await browser.expectAllInView()
      try await browser.text(of: "window.isSamePage = true")

      let second = try await OfferedOrder()
      try await browser.waitFor(new: [second.id], accepted: [first])
      #expect(try await kitchen("cook \(first)").status == 0)
      try await browser.waitFor(new: [second.id], cooking: [first])
      #expect(try await kitchen("accept \(second.id)").status == 0)
      try await browser.waitFor(accepted: [second.id], cooking: [first])
      #expect(try await cookr("cancel \(second.id) --yes").status == 0)
      _ = try await second.meal.value
      try await browser.waitFor(cooking: [first])
      let line = try await browser.text(of: "document.getElementById('cancelled').innerText")
      #expect(line.hasPrefix("Order \(second.id) was cancelled at "))
      try await browser.expectAllInView()
      #expect(try await browser.text(of: "window.isSamePage") == "true")
      #expect(browser.complaints == [])

      // What the page's policy forbids would have been noticed.
      try await browser.text(of: "document.body.setAttribute('style', 'color: red')")
      #expect(browser.complaints.count == 1)
    }
  }

  @Test func `the keyboard alone takes an order through its steps`() async throws {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    try await Browser.run { browser in
      try await browser.open(board.link)
      try await browser.waitFor(accepted: [id])
      try await browser.press(.tab)
      try await browser.expectFocus(on: "Start cooking, order \(id)")
      try await browser.press(.enter)
      try await browser.waitFor(cooking: [id])
      // Its next button is one key away, and not pressed by a key that is held down.
      try await browser.expectFocus(on: "Order \(id)")
      try await browser.press(.tab)
      try await browser.expectFocus(on: "Hand over, order \(id)")
      try await browser.press(.space)
      try await browser.waitFor(onItsWay: [id])
      #expect(browser.complaints == [])
    }
    #expect(try await orders().map(\.status) == ["on-its-way"])
  }

  @Test func `opened without its token, it says so and shows no order`() async throws {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    try await Browser.run { browser in
      try await browser.open("http://127.0.0.1:\(board.port)/")
      let headings = try await browser.text(
        of: "[...document.querySelectorAll('h1, h2, h3')].map((heading) => heading.innerText)"
      )
      #expect(headings == "This board opens by its link only")
      #expect(try await !browser.text(of: "document.documentElement.outerHTML").contains(id))
    }
  }
}

extension Browser {
  /// Waits until the page shows these orders, and no others, in its columns.
  fileprivate func waitFor(
    new: [String] = [],
    accepted: [String] = [],
    cooking: [String] = [],
    onItsWay: [String] = []
  ) async throws {
    let columns = [
      ("New", new), ("Accepted", accepted), ("Cooking", cooking), ("On its way", onItsWay),
    ]
    let shown = columns.map { [$0, "\($1.count)"] + $1 }
    try await wait(
      until: """
        JSON.stringify([...document.querySelectorAll('.column')].map((column) => [
          ...column.querySelector('h2').innerText.split('\\n'),
          ...[...column.querySelectorAll('h3')].map((order) => order.innerText),
        ])) === JSON.stringify(\(shown))
        """
    )
  }

  /// Checks that nothing scrolls sideways, and that each button can be seen.
  fileprivate func expectAllInView(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let width = try await text(of: "document.documentElement.scrollWidth <= innerWidth")
    #expect(width == "true", sourceLocation: sourceLocation)
    let outside = try await text(
      of: """
        [...document.querySelectorAll('button, summary')].filter((button) => {
          const { left, top, right, bottom } = button.getBoundingClientRect();
          const isInView = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          return button.checkVisibility() && !isInView;
        }).map((button) => button.ariaLabel)
        """
    )
    #expect(outside == "", sourceLocation: sourceLocation)
  }

  /// Checks which element has the focus, by the name that a screen reader says.
  fileprivate func expectFocus(
    on name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let focused = try await text(of: "document.activeElement.ariaLabel")
    try #require(focused == name, sourceLocation: sourceLocation)
  }
}
