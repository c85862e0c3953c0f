import FlowKit
import Foundation
import OrderProcessing
import PaymentsInterface
import StatusUpdatesInterface

@testable import ChefSourcing

func eur(_ minorUnits: Int64) -> Money {
  Money(minorUnits: minorUnits, currency: .eur)
}

/// What every clock in the tests shows.
let noon = Date(timeIntervalSince1970: 1_800_000_000)

/// An instant that many seconds after noon, in whole milliseconds as StatusUpdates keeps them.
func instant(_ seconds: Double) -> Date {
  let milliseconds = 1_800_000_000_000 + (seconds * 1000).rounded()
  return Date(timeIntervalSince1970: milliseconds / 1000)
}

extension Order {
  /// An order of one line; `seconds` counts from noon.
  static func sample(_ id: String, at seconds: Double = 0, quantity: Int = 1) throws -> Order {
    try Order(
      id: OrderID(rawValue: id),
      placedAt: noon + seconds,
      lines: [
        OrderLine(
          dish: DishID(rawValue: "pad-thai"),
          name: "Pad Thai “à l'été” 🍜",
          cuisine: CuisineID(rawValue: "thai"),
          quantity: quantity,
          unitPrice: eur(1190)
        )
      ],
      flavour: OrderFlavour(id: FlavourID(rawValue: "smoky"), name: "Smoky")
    )
  }
}

extension ChefOffer {
  /// An offer of that order to one of the bundled chefs, as the flow makes it.
  static func sample(
    _ chef: String = "mai-srisai",
    for order: String = "order-1",
    madeAt: Date = noon
  ) throws -> ChefOffer {
    guard let chef = try Chef.bundled().first(where: { $0.id.rawValue == chef }) else {
      preconditionFailure("the sample's chef is in the directory")
    }
    let request = SourcingRequest(
      orderReference: order,
      dishes: [.init(name: "Green Curry", cuisine: Cuisine(rawValue: "thai"))],
      wanted: LocalTime(noon, in: .gmt)
    )
    let place = try City.bundled().neighbourhoods[0]
    let distance = chef.kitchen.distance(to: place.coordinates)
    let score = ChefScore(of: chef, for: request.dishes, distance: distance)
    return ChefOffer(
      to: RankedChef(chef: chef, distance: distance, score: score),
      for: request,
      destination: place,
      madeAt: madeAt,
      within: .seconds(60)
    )
  }
}

extension OrderReference {
  static let order1 = OrderReference(rawValue: "order-1")
}

extension PaymentIntent {
  static func sample(
    _ name: String,
    for reference: OrderReference = .order1,
    _ purpose: PaymentPurpose = .meal,
    key: String? = nil
  ) throws -> PaymentIntent {
    PaymentIntent(
      id: ID(rawValue: name),
      key: IdempotencyKey(rawValue: key ?? "key-\(name)"),
      reference: reference,
      purpose: purpose,
      payee: purpose == .tip ? "Malee" : nil,
      quote: try Quote(meal: eur(2350), fee: eur(290), tip: eur(0), taxBasisPoints: 700),
      card: Card(brand: .visa, lastFour: "4242"),
      createdAt: noon + 1.0 / 3
    )
  }

  /// The capture of the whole quote.
  var fullCapture: Capture {
    Capture(charge: ChargeID(rawValue: "ch-\(id.rawValue)"), amount: quote.total, at: noon + 0.25)
  }
}

extension Refund {
  static func sample(
    _ name: String,
    of intent: PaymentIntent,
    _ minorUnits: Int64,
    key: String? = nil
  ) -> Refund {
    Refund(
      id: ID(rawValue: name),
      key: IdempotencyKey(rawValue: key ?? "key-\(name)"),
      intent: intent.id,
      reference: intent.reference,
      charge: intent.fullCapture.charge,
      amount: eur(minorUnits),
      createdAt: noon + 1.0 / 3
    )
  }
}

extension OrderReference {
  static let a17 = OrderReference(rawValue: "A-17")
  static let b4 = OrderReference(rawValue: "B-4")
}

extension [Status] {
  static let wholeWay: [Status] = [.placed, .chefAssigned, .cooking, .onItsWay, .delivered]
}

extension OutboxMessage {
  static func sample(
    _ order: OrderReference,
    _ sequence: Int,
    at instant: Date,
    to destination: DestinationName = .webhook
  ) -> OutboxMessage {
    OutboxMessage(
      id: MessageID(destination: destination, order: order, sequence: sequence),
      destination: destination,
      order: order,
      sequence: sequence,
      body: #"{"note":"Zoë\n"}"#,
      createdAt: instant
    )
  }
}

/// Sebastiano Vigna's SplitMix64: a sequence that its seed determines.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
