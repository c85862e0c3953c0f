import Foundation
import ProgramTesting
import Testing

// The parts of `--json` that tests look into; its whole form is compared with its documentation.

struct Journey: Decodable, Equatable {
  let order: Order
  let chef: Chef
  let receipt: Receipt
  let timeline: Timeline
  let tip: Tip?
}

struct Order: Decodable, Equatable {
  let id: String
  let flavour: String
  let lines: [Line]
  let total: Amount
}

struct Line: Decodable, Equatable {
  let dish: String
  let quantity: Int
}

struct Amount: Decodable, Equatable {
  let minorUnits: Int
}

struct ListedOrder: Decodable, Equatable {
  let order: Order
  let status: String
}

struct Chef: Decodable, Equatable {
  let id: String
  let explanation: String
}

struct Receipt: Decodable, Equatable {
  let order: String
  let purpose: String
  let card: String
  let total: Amount
}

struct Refund: Decodable, Equatable {
  let order: String
  let amount: Amount
}

struct Timeline: Decodable, Equatable {
  struct Change: Decodable, Equatable {
    let status: String
  }

  let order: String
  let status: String
  let changes: [Change]
}

/// What became of the tip after delivery.
struct Tip: Decodable, Equatable {
  let state: String
  let amount: Amount?
}

/// An order as a kitchen sees it.
struct Ticket: Decodable, Equatable {
  struct Chef: Decodable, Equatable {
    let id: String
  }

  let id: String
  let status: String
  let chef: Chef
  let steps: [String]
}

struct Updates: Decodable, Equatable {
  var delivered = 0
  var waiting = 0
  var givenUp = 0
}

extension Program.Run {
  /// The one document on standard output of a run that succeeded.
  func result<Value: Decodable>(
    _ type: Value.Type,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Value {
    try #require(status == 0, "\(error)", sourceLocation: sourceLocation)
    return try JSONDecoder().decode(type, from: Data(output.utf8))
  }

  /// A member of that document.
  func result<Value: Decodable>(
    _ name: String,
    _ type: Value.Type,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Value {
    let document = try result([String: Lazy<Value>].self, sourceLocation: sourceLocation)
    return try #require(document[name], sourceLocation: sourceLocation).value.get()
  }

  /// Checks that the run ended with the status, said why, and printed no result.
  func fails(
    _ status: Int,
    _ message: String,
    help: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status, sourceLocation: sourceLocation)
    #expect(output == "", sourceLocation: sourceLocation)
    let help = help.map { "help: \($0)\n" } ?? ""
    #expect(error == "error: \(message)\n\(help)", sourceLocation: sourceLocation)
  }
}

/// A value among others of other types.
struct Lazy<Value: Decodable>: Decodable {
  let value: Result<Value, any Error>

  init(from decoder: any Decoder) {
    value = Result { try Value(from: decoder) }
  }
}

/// The orders in the test's home, newest first, by the app's own word.
func orders() async throws -> [ListedOrder] {
  try await cookr("orders --json").result("orders", [ListedOrder].self)
}
