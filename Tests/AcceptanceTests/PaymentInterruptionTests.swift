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
      #expect(try later.result(Journey.self).timeline.status == "delivered")
      let charges = try Ledger.charges(in: Home.current)
      #expect(charges.count == 1)
      #expect(try Ledger.charges(ofSandboxIn: Home.current) == charges)
    }

  }
#endif
