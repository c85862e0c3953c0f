import Foundation
import ProgramTesting
import Testing

/// The parts of `--json` that tests look into; its whole form is compared with its documentation.
struct OrderResult: Decodable, Equatable {
  struct Order: Decodable, Equatable {
    struct Line: Decodable, Equatable {
      let dish: String
      let quantity: Int
    }

    let id: String
    let flavour: String
    let lines: [Line]
    let total: Amount
  }

  let order: Order
}

struct Amount: Decodable, Equatable {
  let minorUnits: Int
}

struct JourneyResult: Decodable, Equatable {
  struct Receipt: Decodable, Equatable {
    let card: String
    let total: Amount
  }

  struct Timeline: Decodable, Equatable {
    let status: String
  }

  let order: OrderResult.Order
  let chef: ChefResult.Chef
  let receipt: Receipt
  let timeline: Timeline
  let tip: Tip?
}

struct ChefResult: Decodable, Equatable {
  struct Chef: Decodable, Equatable {
    let id: String
    let explanation: String
  }

  let chef: Chef
}

struct ChefsResult: Decodable, Equatable {
  let chefs: [ChefResult.Chef]
}

struct OrdersResult: Decodable, Equatable {
  struct Entry: Decodable, Equatable {
    let order: OrderResult.Order
    let status: String
  }

  let orders: [Entry]
}

struct TrackResult: Decodable, Equatable {
  struct Timeline: Decodable, Equatable {
    struct Change: Decodable, Equatable {
      let status: String
    }

    let order: String
    let status: String
    let changes: [Change]
  }

  let timeline: Timeline
}

struct RefundResult: Decodable, Equatable {
  struct Refund: Decodable, Equatable {
    let order: String
    let amount: Amount
  }

  let refund: Refund
}

struct ReceiptsResult: Decodable, Equatable {
  struct Receipt: Decodable, Equatable {
    let order: String
    let purpose: String
    let total: Amount
  }

  let receipts: [Receipt]
}

struct UpdatesResult: Decodable, Equatable {
  struct Updates: Decodable, Equatable {
    let delivered: Int
    let waiting: Int
    let givenUp: Int
  }

  let updates: Updates

  init(delivered: Int = 0, waiting: Int = 0, givenUp: Int = 0) {
    updates = Updates(delivered: delivered, waiting: waiting, givenUp: givenUp)
  }
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

/// The orders in the test's home, newest first, by the app's own word.
func orders() async throws -> [OrdersResult.Entry] {
  try await cookr("orders --json").result(OrdersResult.self).orders
}

/// What became of the tip after delivery.
struct Tip: Decodable, Equatable {
  let state: String
  let amount: Amount?
}
