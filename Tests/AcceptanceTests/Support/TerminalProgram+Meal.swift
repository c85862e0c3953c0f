import Foundation
import Testing

extension TerminalProgram {
  /// Goes on with an order until it is paid, while no kitchen is at work: no question is open then,
  /// and none is to come.
  static func cooking(
    _ order: String,
    environment: [String: String] = [:]
  ) async throws -> TerminalProgram {
    let program = try TerminalProgram(
      "meal",
      "--order",
      order,
      environment: environment,
      isDemo: false
    )
    try await program.findChef()
    try await program.pay()
    try await program.expect("delivered      to come")
    return program
  }

  /// Answers until a chef has accepted and the tip is asked for.
  func findChef() async throws {
    try await expect("Where in Marenholm should the meal go?")
    try type("\r")
    try await expect("Who should cook?")
    try type("\r")
    // Who accepts follows from the order's identifier.
    while try await expect(" next?", "Add a tip for the chef?") == " next?" {
      try type("\r")
      // The question stays behind with its answer.
      try await expect(" next? yes")
    }
  }

  /// Pays with the first card and no tip.
  func pay() async throws {
    try type("\r")
    try await expect("Which card pays?")
    try type("\r")
    try await expect("Pay €")
    try type("y")
  }
}

/// Places an order, pays it and leaves it before it is cooked; returns its identifier.
func paidOrder() async throws -> String {
  let id = try await placeOrder()
  let program = try await TerminalProgram.cooking(id)
  program.signal(SIGTERM)
  try #require(try await program.end() == 130)
  return id
}
