import FlowKit
import Foundation
import OrderProcessing

extension Order {
  /// An order of one line; `seconds` counts from the reference date.
  static func sample(_ id: String, at seconds: Double = 0, quantity: Int = 1) throws -> Order {
    try Order(
      id: OrderID(rawValue: id),
      placedAt: Date(timeIntervalSinceReferenceDate: seconds),
      lines: [.sample("pad-thai", quantity: quantity)],
      flavour: OrderFlavour(id: FlavourID(rawValue: "smoky"), name: "Smoky")
    )
  }
}

extension OrderLine {
  /// A line of a dish at 11.90 in `currency`.
  static func sample(
    _ dish: String,
    quantity: Int = 1,
    minorUnits: Int64 = 1190,
    currency: Currency = .eur
  ) throws -> OrderLine {
    try OrderLine(
      dish: DishID(rawValue: dish),
      name: dish.capitalized,
      cuisine: CuisineID(rawValue: "thai"),
      quantity: quantity,
      unitPrice: Money(minorUnits: minorUnits, currency: currency)
    )
  }
}
