import Foundation
import ProgramTesting
import Testing

/// Signals: what was begun is left in order and said, and the terminal is as it was.
@Suite(.freshHome, .timeLimit(.minutes(10)))
struct InterruptionTests {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  @Test(arguments: signals, ["xterm-256color", "dumb"])
  func `a signal during a question stores nothing`(signal: Int32, term: String) async throws {
    let program = try TerminalProgram(
      "order --dish falafel --quantity 1",
      environment: ["TERM": term]
    )
    try await program.expect("Which flavour")
    program.signal(signal)
    #expect(try await program.end() == 130)
    #expect(program.settings == program.settingsBefore)
    #expect(program.text.hasSuffix("cancelled\n"))
    #expect(try await orders() == [])
  }

  @Test(arguments: signals)
  func `a signal between questions keeps the order, and says how to go on`(
    signal: Int32
  ) async throws {
    let id = try await placeOrder()
    let program = try await TerminalProgram.cooking(id)
    program.signal(signal)
    #expect(try await program.end() == 130)
    let price = try #require(try Ledger.charges(in: Home.current).first)
    let stopped = """
      stopped following order '\(id)': it is paid ('\(euros(price))'), and the kitchen continues
      help: 'cookr track \(id)' follows it again, 'cookr cancel \(id)' cancels it

      """
    #expect(program.text.hasSuffix(stopped))
    #expect(try await orders().map(\.status) == ["chef-assigned"])
    let charges = try Ledger.charges(in: Home.current)
    #expect(charges.count == 1)

    let track = try TerminalProgram("track \(id)", isDemo: false)
    try await track.expect("delivered      to come")
    track.signal(signal)
    #expect(try await track.end() == 130)
    #expect(track.text.hasSuffix(stopped))

    let later = try await cookr("meal --order \(id) --yes --json", environment: ["COOKR_PACE": "0"])
    #expect(try later.result(Journey.self).timeline.status == "delivered")
    #expect(try Ledger.charges(in: Home.current) == charges)
  }

  @Test func `Ctrl-C on the home screen ends the flow, and another signal ends the app`()
    async throws
  {
    _ = try await placeOrder()
    for (signal, ends) in [(SIGINT, false), (SIGTERM, true), (SIGHUP, true)] {
      let program = try TerminalProgram(environment: ["COOKR_PACE": "3600"])
      try await program.expect("What would you like?")
      try program.type(signal == SIGINT ? "continue\r" : "follow\r")
      // The order is paid once; the runs after the first find it so.
      if signal == SIGINT {
        try await program.findChef()
        try await program.pay()
      }
      try await program.expect("delivered      to come")
      program.signal(signal)
      if !ends {
        try await program.answer(["What would you like?": "\u{3}"])
      }
      #expect(try await program.end() == (ends ? 130 : 0))
      #expect(program.settings == program.settingsBefore)
    }
  }
}
