#if os(Linux)
  import Foundation
  import ProgramTesting
  import Testing

  /// A shell stops `cookr order` at a question, takes the terminal over and gives it back.
  @Suite(.freshHome, .timeLimit(.minutes(10)))
  struct JobControlTests {
    /// Begins an order as a job of a shell that says how it was stopped, and brings it back to the
    /// foreground when it reads a line.
    private func startJob(
      _ start: String,
      environment: [String: String] = [:]
    ) throws -> TerminalProgram {
      let script = """
        set -m
        \(start)
        echo "stopped by $(($? - 128))"
        read -r line
        fg > /dev/null
        echo "ended with $?"
        """
      return try TerminalProgram(
        "order --dish falafel --quantity 1",
        environment: environment,
        launcher: ["/usr/bin/setsid", "--ctty", "--wait", "/bin/bash", "-c", script]
      )
    }

    @Test func `Ctrl-Z at a question gives the terminal back, and fg asks again`() async throws {
      let program = try startJob(#""$0" "$@""#)
      try await program.expect("Which flavour")
      #expect(program.settings != program.settingsBefore)
      try program.type("\u{1B}[B\u{1A}")
      try await program.expect("stopped by \(SIGTSTP)")
      #expect(program.settings == program.settingsBefore)
      try program.type("\n")
      try await program.answer(["Which flavour": "\r", "Done?": "y"])
      try await program.expect("ended with 0")
      #expect(try await program.end() == 0)
      #expect(program.settings == program.settingsBefore)
      // What was moved to before the stop is still there.
      #expect(try await orders().map(\.order.flavour) == ["smoky"])
    }

    @Test func `Ctrl-Z on a dumb terminal stops it too`() async throws {
      let program = try startJob(#""$0" "$@""#, environment: ["TERM": "dumb"])
      try await program.answer([
        "Which flavour": "\u{1A}", "stopped by \(SIGTSTP)": "\nsmoky\n", "Done?": "yes\n",
      ])
      try await program.expect("ended with 0")
      #expect(try await orders().map(\.order.flavour) == ["smoky"])
    }

    @Test func `a job in the background leaves the terminal alone until it is brought forward`()
      async throws
    {
      let program = try startJob(#""$0" "$@" & wait %1"#)
      try await program.expect("stopped by \(SIGTTIN)")
      #expect(program.settings == program.settingsBefore)
      #expect(!program.text.contains("Which flavour"))
      try program.type("\n")
      try await program.answer(["Which flavour": "\u{3}"])
      try await program.expect("ended with 130")
      #expect(try await program.end() == 0)
      #expect(program.settings == program.settingsBefore)
      #expect(try await orders() == [])
    }
  }
#endif
