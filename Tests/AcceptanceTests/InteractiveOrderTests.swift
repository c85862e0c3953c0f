import Foundation
import ProgramTesting
import Testing

/// `cookr order` and `cookr meal` at a terminal, by their keys.
@Suite(.freshHome, .timeLimit(.minutes(10)))
struct InteractiveOrderTests {
  /// What each question of an order says, and the keys that answer it.
  private static let questions: KeyValuePairs = [
    "Which dishes": "pad thai\u{7F}\u{7F} \r", "How many": "3\r", "Which flavour": "\u{1B}[B\r",
    "Done?": "y",
  ]

  @Test func `"no" leads back to the options, which suggest what was chosen`() async throws {
    let program = try TerminalProgram("order --dish pad-thai")
    try await program.answer([
      "How many portions of Pad Thai?": "3\r", "Which flavour for the whole meal?": "\r",
      "Done? Order this meal for €35.70?": "n",
    ])
    try await program.expect("Which dishes would you like?")
    try await program.answer(["1 chosen": "\r"])
    try await program.expect("How many portions of Pad Thai?")
    try await program.answer([
      "› 3": "\r", "Which flavour for the whole meal?": "\r",
      "Done? Order this meal for €35.70?": "\r",
    ])
    #expect(try await program.end() == 0)
    #expect(try await orders().count == 1)
  }

  @Test(arguments: 0..<4, ["\u{3}", "\u{4}"])
  func `backing out of any question stores nothing and restores the terminal`(
    answered: Int,
    key: String
  ) async throws {
    let program = try TerminalProgram("order")
    try await program.answer(Self.questions, upTo: answered)
    try await program.expect(Self.questions[answered].key)
    try program.type(key)
    #expect(try await program.end() == 130)
    #expect(program.settings == program.settingsBefore)
    #expect(program.text.hasSuffix(" cancelled\n"))
    #expect(try await orders() == [])
  }

  @Test func `colours are shown, and none where they are not wanted`() async throws {
    for (environment, isColoured) in [([:], true), (["NO_COLOR": "1"], false)] {
      let program = try TerminalProgram("menu", environment: environment)
      #expect(try await program.end() == 0)
      #expect(program.raw.contains(#/\x{1B}\[[0-9;]+m/#) == isColoured)
    }
  }

  @Test(arguments: ["dumb", ""])
  func `a dumb terminal is asked line by line, without a control sequence`(
    term: String
  ) async throws {
    let program = try TerminalProgram("order", environment: ["TERM": term])
    try await program.answer([
      "Which dishes": "2,tom kha\n", "Green Curry?": "\n", "Tom Kha?": "0\n",
      "quantity 0 is out of range, expected 1 to 20": "2\n", "Which flavour": "smoki\n",
      "did you mean 'smoky'?": "smoky\n", "Done?": "yes\n",
    ])
    #expect(try await program.end() == 0)
    #expect(!program.raw.contains("\u{1B}"))
    #expect(try await orders().first?.order.total == Amount(minorUnits: 1290 + 2 * 890))
  }

  @Test func `order with '--json' asks questions without writing to standard output`() async throws
  {
    let program = try TerminalProgram("order --json", output: "order.json")
    try await program.answer(Self.questions)
    #expect(try await program.end() == 0)
    let document = try Data(contentsOf: URL(filePath: Home.current.path("order.json")))
    let order = try JSONDecoder().decode([String: Lazy<Order>].self, from: document)["order"]
    #expect(try await orders().map(\.order) == [try #require(order).value.get()])
  }
}
