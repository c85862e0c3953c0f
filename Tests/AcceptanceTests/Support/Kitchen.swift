import Foundation
import ProgramTesting
import Testing

/// Runs the built `kitchen` to its end in the test's home, where it shares the customers' database.
func kitchen(
  _ line: String,
  input: String = "",
  environment: [String: String] = [:]
) async throws -> Program.Run {
  let program = Program(inHome: "kitchen", environment: environment)
  return try await program.run(line.split(separator: " ").map(String.init), input: input)
}

/// Runs a command of an app as a shell does that finds the built apps.
func shell(_ line: String, environment: [String: String] = [:]) async throws -> Program.Run {
  let path = ["PATH": "\(BuiltProducts.programs):/usr/bin:/bin"]
  let all = environment.merging(path) { given, _ in given }
  return try await Program(inHome: "/bin/sh", environment: all).run(["-c", line])
}

extension Program.Run {
  /// The commands that a page or a message advises, each in quotes and at most one a line.
  func advised(_ app: String) -> [String] {
    (output + error).split(separator: "\n").compactMap { line in
      line.range(of: "'\(app) ").flatMap { start in
        line.lastIndex(of: "'").flatMap { end in
          start.upperBound < end ? String(line[line.index(after: start.lowerBound)..<end]) : nil
        }
      }
    }
  }
}

/// What `kitchen orders --json` says that tests look into.
struct TicketsResult: Decodable, Equatable {
  struct Ticket: Decodable, Equatable {
    struct Chef: Decodable, Equatable {
      let id: String
    }

    let id: String
    let status: String
    let chef: Chef
    let steps: [String]
  }

  let orders: [Ticket]
}

/// What a step's `--json` says that tests look into.
struct StepResult: Decodable, Equatable {
  let order: TicketsResult.Ticket
}
