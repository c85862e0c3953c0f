import ChefSourcing
import ChefSourcingStorage
import Foundation
import OrderProcessing

extension Composition {
  /// The chef of each order.
  var assignments: SQLiteAssignmentStore { SQLiteAssignmentStore(context.database) }

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
      wanted: LocalTime(context.now(), in: .current)
    )
  }
}

extension SourcingFlow {
  /// The flow on the app's database.
  static func wired(to context: AppContext) throws -> SourcingFlow {
    try standard(
      assignments: SQLiteAssignmentStore(context.database),
      environment: context.environment,
      now: context.now
    )
  }
}
