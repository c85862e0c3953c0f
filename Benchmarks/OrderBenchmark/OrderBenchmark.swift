import FlowKit
import Foundation
import OrderProcessing
import OrderProcessingStorage
import Persistence

/// Prints how many orders a second one database takes, and how many writes a second the disk of the
/// same folder makes durable; each is on the disk before the next begins.
///
///     OrderBenchmark FOLDER COUNT
@main
struct OrderBenchmark {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
      throw FlowFailure(.invalidParameters, "usage: OrderBenchmark FOLDER COUNT")
    }
    let folder = arguments[1]
    let disk = try DurableFile(path: folder + "/durable")
    let database = try SharedDatabase(
      path: folder + "/own-orders.sqlite",
      contents: Schema([.orders]),
      patience: 5
    )
    let store = SQLiteOrderStore(database)
    let orders = try (0..<count).map(order)

    // Turn by turn, so that both meet the same state of the disk.
    var times = (write: Duration.zero, order: Duration.zero)
    let clock = ContinuousClock()
    for order in orders {
      times.write += try clock.measure { try disk.write() }
      let start = clock.now
      try await store.save(order)
      times.order += start.duration(to: clock.now)
    }
    print("orders", Int(Double(count) / times.order.seconds))
    print("writes", Int(Double(count) / times.write.seconds))
  }

  private static func order(_ number: Int) throws -> Order {
    try Order(
      id: .random(),
      placedAt: Date(timeIntervalSince1970: 1_800_000_000 + Double(number)),
      lines: [
        OrderLine(
          dish: DishID(rawValue: "pad-thai"),
          name: "Pad Thai",
          cuisine: CuisineID(rawValue: "thai"),
          quantity: 2,
          unitPrice: Money(minorUnits: 1190, currency: .eur)
        )
      ],
      flavour: OrderFlavour(id: FlavourID(rawValue: "smoky"), name: "Smoky")
    )
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
