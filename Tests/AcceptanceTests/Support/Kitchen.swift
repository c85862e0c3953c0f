import ProgramTesting
import Testing

/// Runs the built `kitchen` to its end in the test's home, where it shares the customers' database.
func kitchen(
  _ line: String,
  input: String = "",
  environment: [String: String] = [:]
) async throws -> Program.Run {
  let program = Program("kitchen", in: Home.current.folder, environment: environment)
  return try await program.run(line.split(separator: " ").map(String.init), input: input)
}

/// What `kitchen orders --json` says that tests look into.
struct TicketsResult: Decodable, Equatable {
  struct Ticket: Decodable, Equatable {
    let id: String
    let status: String
    var kitchen: String?
    let steps: [String]
  }

  let orders: [Ticket]
}

/// What a step's `--json` says that tests look into.
struct StepResult: Decodable, Equatable {
  let order: TicketsResult.Ticket
}
