import ChefSourcing
import Foundation
import OrderProcessing

extension Composition {
  /// The offers to chefs, and the chef of each order.
  var offers: OfferStore { OfferStore(context.database) }

  func sourcingRequest(for order: Order) -> SourcingRequest {
    SourcingRequest(
      orderReference: order.id.rawValue,
      dishes: order.lines.map { line in
        SourcingRequest.Dish(
          name: line.name,
          cuisine: ChefSourcing.Cuisine(rawValue: line.cuisine.rawValue)
        )
      },
      wanted: LocalTime(context.now(), in: .current)
    )
  }
}

extension SourcingFlow {
  /// The flow on the app's database; without `--demo`, kitchens answer there.
  static func wired(to context: AppContext) throws -> SourcingFlow {
    try standard(
      offers: OfferStore(context.database),
      isSimulated: context.isDemo,
      environment: context.environment,
      now: context.now
    )
  }
}
