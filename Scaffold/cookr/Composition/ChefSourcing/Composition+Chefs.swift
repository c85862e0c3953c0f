import ChefSourcing
import Foundation
import OrderProcessing

extension Composition {
  /// An order in the words of who looks for a chef; it is wanted when it was placed, or now if it
  /// has been waiting.
  func sourcingRequest(for order: Order) -> SourcingRequest {
    SourcingRequest(
      orderReference: order.id.rawValue,
      dishes: order.lines.map { line in
        SourcingRequest.Dish(
          name: line.name,
          cuisine: ChefSourcing.Cuisine(rawValue: line.cuisine.rawValue)
        )
      },
      wanted: LocalTime(Date(), in: .current)
    )
  }
}
