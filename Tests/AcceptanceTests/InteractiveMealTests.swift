import Foundation
import ProgramTesting
import Testing

/// The whole journey and the home screen at a terminal.
@Suite(.freshHome, .timeLimit(.minutes(10)))
struct InteractiveMealTests {
  @Test func `a meal goes all the way with keys, its tip included`() async throws {
    let program = try TerminalProgram("meal --dish falafel --quantity 1")
    try await program.answer(["Which flavour": "\r", "Done?": "y"])
    try await program.findChef()
    try await program.pay()
    try await program.answer([
      " a tip?": "\u{1B}[B\r", "Which card pays?": "\r", "Pay €0.49 with": "y",
    ])
    #expect(try await program.end() == 0)
    #expect(program.settings == program.settingsBefore)
    #expect(try await orders().map(\.status) == ["delivered"])
    #expect(try Ledger.charges(in: Home.current).last == 49)
  }

  @Test func `backing out on the way keeps the order, and says how to go on`() async throws {
    let id = try await placeOrder()
    let help =
      " cancelled\nhelp: order '\(id)' is stored; continue with 'cookr meal --order \(id)'\n"
    let stops: [@Sendable (TerminalProgram) async throws -> Void] = [
      { try await $0.expect("Where in Marenholm") },
      { program in
        try await program.answer(["Where in Marenholm": "\r"])
        try await program.expect("Who should cook?")
      },
      { try await $0.findChef() },
      { program in
        try program.type("\r")
        try await program.expect("Pay €")
      },
    ]
    for (number, stop) in stops.enumerated() {
      let program = try TerminalProgram("meal --order \(id)")
      // Once a chef was found, the next run goes on behind that.
      if number > 2 { try await program.expect("Which card pays?") }
      try await stop(program)
      try program.type("\u{3}")
      #expect(try await program.end() == 130)
      #expect(program.text.hasSuffix(help), "\(number)")
      #expect(program.settings == program.settingsBefore)
    }
    #expect(try await orders().map(\.status) == ["placed"])
    #expect(try Ledger.charges(in: Home.current) == [])
    let program = try TerminalProgram("meal --order \(id)")
    try await program.expect("Which card pays?")
    try await program.pay()
    try await program.answer([" a tip?": "\r"])
    #expect(try await program.end() == 0)
    #expect(try Ledger.charges(in: Home.current).count == 1)
  }

  @Test func `the home screen leads to every flow, and each flow back to it`() async throws {
    let id = try await placeOrder()
    let program = try TerminalProgram(columns: 100)
    let home = "What would you like?"
    try await program.expect(home)
    try await program.answer(["Continue \(id)": "continue\r"])
    try await program.findChef()
    try await program.pay()
    try await program.answer([" a tip?": "\r"])
    try await program.expect("Status    ")
    try await program.answer([
      home: "4\r", "What else?": "4\r", "Which order?": "\r",
      "Return to continue": "\r", home: "4\r",
    ])
    try await program.answer([
      "What else?": "8\r", "Which link?": "cookr://ordr\r",
    ])
    try await program.expect("there is no flow 'ordr'")
    try await program.answer([
      home: "4\r", "What else?": "8\r",
      "Which link?": "cookr://order/thai?flavour=smoky\r",
      "Which Thai dishes would you like?": "\u{3}",
    ])
    try await program.answer([home: "4\r", "cookr://order/thai?flavour=smoky": "\u{3}"])
    try await program.answer([home: "\u{3}"])
    #expect(try await program.end() == 0)
    #expect(program.settings == program.settingsBefore)
    #expect(try await orders().map(\.status) == ["delivered"])
  }

  @Test(arguments: ["\u{3}", "\u{4}"])
  func `the home screen is left with one key`(key: String) async throws {
    let program = try TerminalProgram()
    try await program.expect("What would you like?")
    try program.type(key)
    #expect(try await program.end() == 0)
    #expect(program.settings == program.settingsBefore)
  }

  @Test func `a flow in a terminal shows its result only once`() async throws {
    let id = try await deliveredOrder()
    let program = try TerminalProgram("refund \(id)")
    try await program.answer([
      "How much goes back to Visa •••• 4242?": "5\r", "Give €5.00 back": "y",
    ])
    #expect(try await program.end() == 0)
    #expect(program.text.matches(of: #/\n *Refunded\n/#).count == 1)
    let track = try TerminalProgram("track \(id)")
    #expect(try await track.end() == 0)
    #expect(track.text.components(separatedBy: "Order \(id)").count == 2)
  }
}
