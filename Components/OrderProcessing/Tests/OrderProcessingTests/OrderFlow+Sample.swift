import FlowKit
import FlowTesting
import Foundation
import OrderProcessing

extension OrderFlow {
  static let sampleTime = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// A flow on the sample menu and the bundled pictures.
  static func sample(
    store: any OrderStore = InMemoryOrderStore(),
    newID: @escaping @Sendable () -> OrderID = { OrderID(rawValue: "order-1") }
  ) -> OrderFlow {
    OrderFlow(
      menu: { try Menu.sample() },
      picture: { try MealPicture.bundled(for: $0) },
      store: store,
      now: { sampleTime },
      newID: newID
    )
  }
}

extension OrderParameters {
  static func sample(
    cuisine: String? = nil,
    dishes: [(String, Int?)] = [],
    flavour: String? = nil
  ) -> OrderParameters {
    OrderParameters(
      cuisine: cuisine.map(CuisineID.init(rawValue:)),
      dishes: dishes.map { PreselectedDish(DishID(rawValue: $0.0), quantity: $0.1) },
      flavour: flavour.map(FlavourID.init(rawValue:))
    )
  }
}

extension ScriptedAnswer {
  static func dishes(_ ids: String...) -> Self { Self("dish", .choices(ids)) }
  static func quantity(_ quantity: Int) -> Self { Self("quantity", .quantity(quantity)) }
  static func flavour(_ id: String) -> Self { Self("flavour", .choice(id)) }
  static func done(_ yes: Bool) -> Self { Self("done", .confirmed(yes)) }
}
