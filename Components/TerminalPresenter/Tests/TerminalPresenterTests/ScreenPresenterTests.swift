import FlowKit
import Foundation
import Testing

@testable import TerminalPresenter

/// Questions on a real pseudo-terminal, driven by its keys.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ScreenPresenterTests {
  private let terminal: PseudoTerminal
  private let presenter: ScreenPresenter
  private let settings: [UInt32]

  private let flavour = Question.chooseOne("flavour", "Which flavour?", from: .flavours)
  private let place = Question.text("place", "Where to?")

  private let flavourFrame = [
    "? Which flavour?", "", "› 1  Smoky  wood and ember", "  2  Mild   for everybody",
    "  3  Fiery", "", "  Return chooses · arrows move · Ctrl-C back",
  ]
  private let placeFrame = ["? Where to?", "›", "", "  Return continues · Ctrl-C back"]

  init() throws {
    terminal = try PseudoTerminal()
    presenter = ScreenPresenter(terminal.device, guide: .monochrome)
    settings = terminal.settings
  }

  /// Starts a question and waits until it is drawn.
  private func begin<Answer: Sendable>(
    _ question: Question<Answer>,
    _ frame: [String]
  ) async throws -> Task<Answer, any Error> {
    let task = Task { [presenter] in try await presenter.ask(question) }
    do {
      try await terminal.expect(frame)
    } catch {
      task.cancel()
      throw error
    }
    return task
  }

  @Test func `a question is drawn, answered by keys and leaves one line`() async throws {
    let task = try await begin(flavour, flavourFrame)
    #expect(terminal.settings != settings)
    #expect(!terminal.showsCaret)
    try terminal.type("\u{1B}[B\u{1B}OB")
    _ = try await terminal.wait { $0.contains("› 3  Fiery") }
    try terminal.type("\r")
    #expect(try await task.value == "fiery")
    try await terminal.expect(["? Which flavour? Fiery"])
    #expect(terminal.settings == settings)
    #expect(terminal.showsCaret)
  }

  @Test(arguments: ["\u{3}", "\u{4}"])
  func `Ctrl-C and Ctrl-D cancel and restore the terminal`(key: String) async throws {
    let task = try await begin(place, placeFrame)
    try terminal.type(key)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(terminal.settings == settings)
    try await terminal.expect(["? Where to? cancelled"])
    #expect(terminal.showsCaret)
  }

  @Test func `a terminal that goes away cancels`() async throws {
    let task = try await begin(place, placeFrame)
    terminal.hangUp()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a cancelled task restores the terminal before it ends`() async throws {
    let task = try await begin(flavour, flavourFrame)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(terminal.settings == settings)
    try await terminal.expect(["? Which flavour? cancelled"])
    #expect(terminal.showsCaret)
  }

  @Test func `Escape alone is told from the beginning of a sequence`() async throws {
    let task = try await begin(place, placeFrame)
    try terminal.type("abc")
    try await terminal.expect(["? Where to?", "› abc", "", "  Return continues · Ctrl-C back"])
    try terminal.type("\u{1B}")
    try await terminal.expect(placeFrame)
    try terminal.type("x\r")
    #expect(try await task.value == "x")
  }

  @Test func `keys that were typed ahead answer the next question`() async throws {
    let task = try await begin(flavour, flavourFrame)
    try terminal.type("2\r12 Baker Street\r")
    #expect(try await task.value == "mild")
    #expect(try await presenter.ask(place) == "12 Baker Street")
    try await terminal.expect(["? Which flavour? Mild", "? Where to? 12 Baker Street"])
  }

  @Test func `a pasted text is one answer, its line ends included`() async throws {
    let task = try await begin(place, placeFrame)
    try terminal.type("\u{1B}[200~12 Baker Street\rLondon\u{1B}[201~\r")
    #expect(try await task.value == "12 Baker Street London")
  }

  @Test func `a refused answer is there to be corrected`() async throws {
    let long = place.map { text throws(InvalidAnswer) in
      guard text.count > 2 else { throw InvalidAnswer("'\(text)' is too short") }
      return text
    }
    let task = try await begin(long, placeFrame)
    try terminal.type("ab\r")
    try await terminal.expect([
      "? Where to? ab", "? Where to?", "✗ 'ab' is too short", "› ab", "",
      "  Return continues · Ctrl-C back",
    ])
    try terminal.type("c\r")
    #expect(try await task.value == "abc")
    try await terminal.expect(["? Where to? ab", "? Where to? abc"])
  }

  @Test func `a window that is made narrow is drawn anew`() async throws {
    let task = try await begin(flavour, flavourFrame)
    try terminal.resize(columns: 20, rows: 16)
    // Only the controlling terminal sends this by itself.
    kill(getpid(), SIGWINCH)
    try await terminal.expect([
      "? Which flavour?", "", "› Smoky", "  Mild", "  Fiery", "", "  wood and ember",
      "  Return chooses",
    ])
    try terminal.type("\r")
    #expect(try await task.value == "smoky")
  }

  @Test func `questions that are asked at once follow one another`() async throws {
    let first = try await begin(flavour, flavourFrame)
    let second = Task { [presenter, place] in try await presenter.ask(place) }
    try terminal.type("\r")
    #expect(try await first.value == "smoky")
    try await terminal.expect(["? Which flavour? Smoky"] + placeFrame)
    try terminal.type("home\r")
    #expect(try await second.value == "home")
  }

  @Test func `a question that waits for its turn can be cancelled`() async throws {
    let first = try await begin(flavour, flavourFrame)
    let second = Task { [presenter, place] in try await presenter.ask(place) }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    try terminal.type("\r")
    #expect(try await first.value == "smoky")
    try await terminal.expect(["? Which flavour? Smoky"])
  }

  @Test func `a page is printed for good and waits below itself`() async throws {
    let page = Page(title: "Your meal", lines: [.field("Total", "€9.50")])
    let lines = ["", "  Your meal", "  ─────────", "", "  Total  €9.50"]
    try await presenter.show(page)
    try await terminal.expect(lines)
    #expect(terminal.settings == settings)
    let question = Question.page("seen", page, waits: true)
    let task = try await begin(question, lines + [""] + lines + ["", "  Return to continue"])
    try terminal.type("\r")
    try await task.value
    try await terminal.expect(lines + [""] + lines)
  }

  @Test func `a device that is no terminal cancels`() async throws {
    let pipe = try Pipe(containing: "\r")
    let presenter = ScreenPresenter(
      TerminalDevice(input: pipe.readEnd, output: terminal.device.output),
      guide: .monochrome
    )
    await #expect(throws: CancellationError.self) { try await presenter.ask(flavour) }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `a signal that ends the process restores the terminal first`(signal: Int32) async throws {
    let terminal = terminal
    async let pid = terminal.wait { $0.last == "  Return continues · Ctrl-C back" }.first.map {
      title in
      title.split(separator: " ").last.flatMap { Int32($0) } ?? 0
    }
    async let ended = #expect(processExitsWith: .signal(signal)) {
      [path = terminal.path as String] in
      let slave = open(path, O_RDWR | O_NOCTTY)
      let presenter = ScreenPresenter(
        TerminalDevice(input: slave, output: slave),
        guide: .monochrome
      )
      _ = try await presenter.ask(Question.text("place", "Process \(getpid())"))
    }
    let child = try #require(try await pid)
    #expect(terminal.settings != settings)
    kill(child, signal)
    _ = await ended
    #expect(terminal.settings == settings)
  }
}
