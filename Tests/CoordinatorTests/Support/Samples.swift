import FlowKit
import Foundation
import OrderProcessing
import Testing

@testable import ChefSourcing
@testable import Payments

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

extension Receipt {
  /// The receipt of the sample order's price.
  static func sample() throws -> Receipt {
    let quote = try Quote(
      meal: Money(minorUnits: 2380, currency: .eur),
      fee: Money(minorUnits: 500, currency: .eur),
      tip: .zero(.eur),
      taxBasisPoints: 700
    )
    let instant = Date(timeIntervalSince1970: 1_800_000_090)
    let intent = PaymentIntent(
      id: PaymentIntent.ID(rawValue: "intent"),
      key: IdempotencyKey(rawValue: "key"),
      reference: OrderReference(rawValue: "7g4k2-qxm0p"),
      purpose: .meal,
      payee: nil,
      quote: quote,
      card: Card(brand: .visa, lastFour: "4242"),
      createdAt: instant,
      outcome: .captured(
        Capture(charge: ChargeID(rawValue: "charge"), amount: quote.total, at: instant)
      )
    )
    return try #require(Receipt(intent, refunds: []))
  }
}
