#if os(Linux)
  import Foundation
  import ProgramTesting
  import Testing

  /// What becomes of a payment, and of a refund, whose run is asked to end or killed, or whose order
  /// another run cancels, while the processor answers.
  @Suite(.freshHome, .timeLimit(.minutes(10)))
  struct PaymentInterruptionTests {
    /// Starts a command, which has come to the processor then and waits for its answer.
    private func start(_ line: String) async throws -> (TerminalProgram, ProcessorGate) {
      let gate = try ProcessorGate(in: Home.current)
      let program = try TerminalProgram(
        "\(line) --yes --patience 60",
        environment: ["COOKR_PACE": "3600"]
      )
      await gate.reached()
      return (program, gate)
    }

    @Test func `a payment that has begun is finished first`() async throws {
      let id = try await placeOrder()
      let (program, gate) = try await start("meal --order \(id)")
      program.signal(SIGINT)
      gate.open()
      #expect(try await program.end() == 130)
      #expect(
        program.text.hasSuffix(
          "help: 'cookr track \(id) --demo' follows it again, 'cookr cancel \(id)' cancels it\n"
        )
      )
      #expect(try await orders().map(\.status) == ["chef-assigned"])
      let charges = try Ledger.charges(in: Home.current)
      #expect(charges.count == 1)
      #expect(try Ledger.charges(ofSandboxIn: Home.current) == charges)
    }

    @Test func `a payment that is being made is made by nobody else, and outlives a kill`()
      async throws
    {
      let id = try await placeOrder()
      let (program, gate) = try await start("meal --order \(id)")
      try await cookr("meal --order \(id) --yes --json").fails(
        32,
        "the payment for order '\(id)' is in progress in another process",
        help: "try again in a moment; nothing is charged twice; order '\(id)' is stored; continue "
          + "with 'cookr meal --order \(id)'"
      )
      // The first asks it to end, which takes as long as the processor does; the second insists.
      program.signal(SIGINT)
      program.signal(SIGTERM)
      _ = try await program.end()
      #expect(program.isKilled)
      gate.open()

      let later = try await cookr("meal --order \(id) --yes --json")
      #expect(try later.result(JourneyResult.self).timeline.status == "delivered")
      let charges = try Ledger.charges(in: Home.current)
      #expect(charges.count == 1)
      #expect(try Ledger.charges(ofSandboxIn: Home.current) == charges)
    }

    @Test func `an order that is cancelled while another run pays it gets its money back`()
      async throws
    {
      let id = try await placeOrder()
      let (program, gate) = try await start("meal --order \(id)")
      try await cookr("cancel \(id) --yes --json --patience 0.1").fails(
        32,
        "order '\(id)' is cancelled, but not all of its money is refunded yet: the payment for order "
          + "'\(id)' is in progress in another process",
        help: "each 'cookr' command tries again; nothing is refunded twice"
      )
      gate.open()
      try await program.fails(
        14,
        "order '\(id)' has been cancelled; anything paid for it is refunded",
        help: "see 'cookr track \(id)'"
      )
      #expect(try await orders().map(\.status) == ["cancelled"])
      try expectAllBack()
    }

    @Test func `a cancellation finishes what a killed run has begun to pay`() async throws {
      let id = try await placeOrder()
      let (program, gate) = try await start("meal --order \(id)")
      program.signal(SIGKILL)
      _ = try await program.end()
      gate.open()
      #expect(try await cookr("cancel \(id) --yes").status == 0)
      #expect(try await orders().map(\.status) == ["cancelled"])
      #expect(try Ledger.charges(in: Home.current) == [])
    }

    private func expectAllBack(sourceLocation: SourceLocation = #_sourceLocation) throws {
      let charges = try Ledger.charges(in: Home.current)
      #expect(charges.count == 2, sourceLocation: sourceLocation)
      #expect(charges.reduce(0, +) == 0, sourceLocation: sourceLocation)
      #expect(
        try Ledger.unbalancedTransactions(in: Home.current) == [],
        sourceLocation: sourceLocation
      )
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `asked to end while the processor gives back, the order ends with its money`(
      signal: Int32
    ) async throws {
      let id = try await paidOrder()
      let (program, gate) = try await start("cancel \(id)")
      program.signal(signal)
      gate.open()
      #expect(try await program.end() == 0)
      #expect(try await orders().map(\.status) == ["cancelled"])
      try expectAllBack()
      #expect(try await cookr("meal --order \(id) --yes").status == 14)
    }

    @Test func `killed while the processor gives back, the next start gives it back`() async throws
    {
      let id = try await paidOrder()
      let (program, gate) = try await start("cancel \(id)")
      program.signal(SIGKILL)
      _ = try await program.end()
      gate.open()
      let start = try await cookr("track \(id) --json")
      #expect(try start.result(TrackResult.self).timeline.status == "cancelled")
      #expect(start.error.hasSuffix(" was refunded\n"))
      try expectAllBack()
      let again = try await cookr("track \(id) --json")
      #expect(again.error == "")
      try expectAllBack()
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
    func `ended while a delivered meal is refunded, it is refunded once`(
      signal: Int32
    ) async throws {
      let id = try await deliveredOrder()
      let (program, gate) = try await start("refund \(id)")
      program.signal(signal)
      if signal == SIGKILL {
        _ = try await program.end()
        gate.open()
        // The processor never heard of it.
        #expect(try await cookr("refund \(id) --yes").status == 0)
      } else {
        gate.open()
        #expect(try await program.end() == 0)
      }
      try expectAllBack()
      #expect(try await cookr("refund \(id) --yes").status == 31)
      try expectAllBack()
    }
  }
#endif
