import ChefSourcing
import Foundation
import OrderProcessing

extension Composition {
  /// An order in the words of who looks for a chef; it is wanted now.
  func sourcingRequest(for order: Order) -> SourcingRequest {
    SourcingRequest(
      orderReference: order.id.rawValue,
      dishes: order.lines.map { line in
        SourcingRequest.Dish(
          name: line.name,
          cuisine: ChefSourcing.Cuisine(rawValue: line.cuisine.rawValue)
        )
      },
      wanted: LocalTime(now(), in: .current)
    )
  }
}
