import FlowKit
import Foundation
import OrderProcessing
import OrderProcessingStorage
import Payments
import Persistence
import ProgramTesting
import StatusUpdates

@testable import ChefSourcing

func eur(_ minorUnits: Int64) -> Money {
  Money(minorUnits: minorUnits, currency: .eur)
}

/// What every clock in the tests shows.
let noon = Date(timeIntervalSince1970: 1_800_000_000)

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
    for order: String = "order-1"
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
      madeAt: noon,
      within: .seconds(60)
    )
  }
}

extension OrderReference {
  static let order1 = OrderReference(rawValue: "order-1")
}

extension ScratchFolder {
  /// Opens the folder's one database of those contents; each call opens it anew.
  func open(_ contents: Schema = .app) throws -> SharedDatabase {
    try SharedDatabase(path: path + "/data.sqlite", contents: contents, patience: 30)
  }
}

extension Schema {
  /// The tables of the app's own data.
  static let app = Schema(
    SQLiteOrderStore.tables + StatusStore.tables + PaymentStore.tables + OfferStore.tables
  )
  /// Those of an app without payments.
  static let kitchen = Schema(SQLiteOrderStore.tables + StatusStore.tables)
}
