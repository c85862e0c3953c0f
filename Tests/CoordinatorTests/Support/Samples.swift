import ChefSourcing
import FlowKit
import Foundation
import OrderProcessing

extension Order {
  /// An order of two portions, 23.80 together.
  static func sample() throws -> Order {
    try Order(
      id: OrderID(rawValue: "7g4k2-qxm0p"),
      placedAt: Date(timeIntervalSince1970: 1_800_000_000),
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

extension ChefAssignment {
  /// The chef of the sample order, for 5.00.
  static let sample = ChefAssignment(
    orderReference: "7g4k2-qxm0p",
    chefID: Chef.ID(rawValue: "mali"),
    chefName: "Mali",
    neighbourhood: "Old Harbour",
    destination: "Old Harbour 1",
    explanation: "4.9 stars",
    distance: Distance(metres: 1200),
    fee: Money(minorUnits: 500, currency: .eur),
    etaMinutes: 30,
    assignedAt: Date(timeIntervalSince1970: 1_800_000_060)
  )
}
