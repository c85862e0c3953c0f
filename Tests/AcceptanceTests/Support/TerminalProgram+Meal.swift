import Foundation
import ProgramTesting
import Testing

extension TerminalProgram {
  /// Goes on with an order that a simulated kitchen accepts until it is paid, while no kitchen is at
  /// work: no question is open then, and none is to come.
  static func cooking(
    _ order: String,
    environment: [String: String] = [:]
  ) async throws -> TerminalProgram {
    let chef = try await cookr("open cookr://chef/lebanese?order=\(order) --yes")
    try #require(chef.status == 0, "\(chef.error)")
    let program = try TerminalProgram(
      "meal --order \(order)",
      environment: environment,
      isDemo: false
    )
    try await program.expect("Which card pays?")
    try await program.pay()
    try await program.expect("delivered      to come")
    return program
  }

  /// Waits for each question, or the first ones, and types the keys that answer it.
  func answer(_ dialogue: KeyValuePairs<String, String>, upTo count: Int = .max) async throws {
    for (question, keys) in dialogue.prefix(count) {
      try await expect(question)
      try type(keys)
    }
  }

  /// Checks that the program ends with the status, and has said why.
  func fails(
    _ status: Int,
    _ message: String,
    help: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(try await end() == status, sourceLocation: sourceLocation)
    let words = "error: \(message)\nhelp: \(help)\n"
    #expect(text.hasSuffix(words), sourceLocation: sourceLocation)
  }

  /// Answers until a chef has accepted and the card is asked for.
  func findChef() async throws {
    try await answer(["Where in Marenholm should the meal go?": "\r", "Who should cook?": "\r"])
    // Who accepts follows from the order's identifier.
    while try await expect(" next?", "Which card pays?") == " next?" {
      try type("\r")
      // The question stays behind with its answer.
      try await expect(" next? yes")
    }
  }

  /// Pays with the first card, which is asked for.
  func pay() async throws {
    try type("\r")
    try await answer(["Pay €": "y"])
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

/// An order that a customer has offered to a chef, whose answer the customer waits for.
struct OfferedOrder {
  let id: String
  /// The chef who was asked first.
  let chef: String
  /// The customer's `cookr meal`, with `--yes`.
  let meal: Task<Program.Run, any Error>

  /// Orders a meal and waits until a kitchen sees it.
  ///
  /// - Parameter flags: further flags of the customer's command.
  init(_ flags: String = "") async throws {
    let known = try await kitchen("orders --json").result("orders", [Ticket].self).map(\.id)
    meal = Task {
      try await Program(inHome: "cookr", environment: ["COOKR_CHEF_ANSWER_SECONDS": "600"]).run(
        "meal --dish falafel --yes --json \(flags)".split(separator: " ").map(String.init)
      )
    }
    let order = try await offeredOrder(except: known)
    let tickets = try await kitchen("orders --json").result("orders", [Ticket].self)
    id = order
    chef = tickets.first { $0.id == order }?.chef.id ?? ""
  }
}

/// Waits until a kitchen sees an order that is offered, and returns its identifier.
func offeredOrder(except known: [String] = []) async throws -> String {
  try await firstTicket("an offered order") { $0.status == "offered" && !known.contains($0.id) }.id
}

/// Waits until a kitchen sees an order in a state.
func kitchenSees(_ id: String, _ status: String) async throws {
  _ = try await firstTicket("order \(id) as \(status)") { $0.id == id && $0.status == status }
}

/// Asks the kitchen until it lists such an order.
///
/// Something is wrong where a thousand answers lack it: what makes the order waits no longer for a
/// processor than the kitchen does.
private func firstTicket(
  _ expected: String,
  where isExpected: (Ticket) -> Bool
) async throws -> Ticket {
  for _ in 1...1000 {
    try Task.checkCancellation()
    let tickets = try await kitchen("orders --json").result("orders", [Ticket].self)
    if let ticket = tickets.first(where: isExpected) { return ticket }
  }
  throw NotSeen(expected: expected)
}

/// The kitchen never listed an order that a test waits for.
private struct NotSeen: Error {
  let expected: String
}
