import Foundation
import ProgramTesting
import Testing

/// A database that goes away under a program that keeps it open, or that a newer app takes over.
@Suite(.freshHome, .timeLimit(.minutes(10)))
struct BoardDatabaseTests {
  @Test func `a board whose database is gone says so, and goes on when it is back`() async throws {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    let follower = try await board.follow()
    try await follower.expect("<button")
    try move("", to: ".away")
    let problem = "The database &#39;\(Home.current.database)&#39;"
    let gone = try await follower.expect(problem)
    // The orders stay to be read, and nothing can be done to them.
    #expect(gone.contains(id))
    #expect(!gone.contains("<button"))
    let refused = try await board.take("cook", of: id)
    #expect(refused.headers["location"]?.hasPrefix("/?notice=") == true)
    #expect(!FileManager.default.fileExists(atPath: Home.current.database))
    try move(".away", to: "")
    try await follower.expect("<button", without: problem)
    #expect(try await board.press("cook", of: id).headers["location"] == "/#order-\(id)")
  }

  @Test func `a board whose database a newer app has changed says so, and writes nothing`()
    async throws
  {
    let id = try await paidOrder()
    let board = try await BoardProgram()
    let follower = try await board.follow()
    try await follower.expect("<button")
    let home = Home.current
    try await home.write("INSERT INTO grdb_migrations VALUES ('StatusUpdates/of-next-year')")
    let problem = "was written by a newer version of this app"
    let newer = try await follower.expect(problem)
    #expect(
      newer.contains("has added &#39;StatusUpdates/of-next-year&#39;. What is shown may be old.")
    )
    #expect(!newer.contains("<button"))
    let refused = try await board.send("POST", "/steps", form: ["order": id, "step": "cook"]) {
      $0.headers["Accept"] = "application/json"
    }
    #expect(refused.status == 409)
    #expect(refused.body.contains(problem))
    try await home.write("DELETE FROM grdb_migrations WHERE identifier LIKE '%of-next-year'")
    try await follower.expect("<button", without: problem)
    let order = try await kitchen("orders --json").result("orders", [Ticket].self)[0]
    #expect(order.status == "chef-assigned")
  }

  @Test func `a customer who follows an order is told that the database is gone`() async throws {
    let id = try await placeOrder()
    let customer = try await TerminalProgram.cooking(id)
    try move("", to: ".away")
    try await customer.expect("was moved, replaced or deleted")
    #expect(try await customer.end() == 15)
  }

  private func move(_ suffix: String, to other: String) throws {
    let database = Home.current.database
    for part in ["", "-wal", "-shm"]
    where FileManager.default.fileExists(atPath: database + part + suffix) {
      try FileManager.default.moveItem(
        atPath: database + part + suffix,
        toPath: database + part + other
      )
    }
  }
}

/// `kitchen board` in a browser, as those who cook see and use it.
@Suite(
  .freshHome,
  .timeLimit(.minutes(10)),
  .enabled(if: Browser.program != nil, "install Chromium or Google Chrome to run these tests")
)
struct BoardBrowserTests {
  @Test func `the board fits a tablet, and shows steps of other processes without a reload`()
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
