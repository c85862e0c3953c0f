import Foundation
import ProgramTesting
import Testing

/// Runs the built `cookr` to its end in the test's home, with the arguments between the line's
/// spaces.
///
/// A chef who does not answer is waited for one second rather than five, and what is followed is cooked
/// by a simulated kitchen unless `isDemo` is false.
func cookr(
  _ line: String = "",
  input: String = "",
  environment: [String: String] = [:],
  killSwitch: KillSwitch? = nil,
  isDemo: Bool = true
) async throws -> Program.Run {
  let arguments = line.split(separator: " ").map(String.init)
  return try await cookr(
    arguments,
    input: input,
    environment: environment,
    killSwitch: killSwitch,
    isDemo: isDemo
  )
}

/// Runs the built `cookr` with arguments that may hold spaces.
func cookr(
  _ arguments: [String],
  input: String = "",
  environment: [String: String] = [:],
  killSwitch: KillSwitch? = nil,
  isDemo: Bool = true
) async throws -> Program.Run {
  let all = environment.merging(["COOKR_CHEF_ANSWER_SECONDS": "1"]) { given, _ in given }
  let program = Program(inHome: "cookr", environment: all)
  return try await Turnstile.programs.pass {
    try await program.run(
      isDemo ? demonstrated(arguments) : arguments,
      input: input,
      killSwitch: killSwitch
    )
  }
}

/// The arguments with `--demo`, where the command follows an order.
func demonstrated(_ arguments: [String]) -> [String] {
  switch arguments.first {
  case "meal", "track", "open", "home", nil: arguments + ["--demo"]
  default: arguments
  }
}

/// Places an order and returns its identifier.
func placeOrder(
  _ dish: String = "falafel",
  environment: [String: String] = [:]
) async throws -> String {
  let run = try await cookr("order --dish \(dish) --yes --json", environment: environment)
  return try run.result("order", Order.self).id
}

/// Orders a meal that a simulated kitchen delivers, and returns the order's identifier.
func deliveredOrder() async throws -> String {
  try await cookr("meal --dish falafel --yes --json").result(Journey.self).order.id
}

extension Turnstile {
  /// What all programs under test pass.
  fileprivate static let programs = Turnstile(places: 4)
}

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
