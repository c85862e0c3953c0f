import Foundation
import ProgramTesting
import Testing

/// What `cookr orders --json` says.
struct OrderList: Decodable, Hashable {
  struct Entry: Decodable, Hashable {
    let order: Order
    let status: String
  }

  struct Order: Decodable, Hashable {
    let id: String
    let flavour: String
    let lines: [Line]
    let total: Money
  }

  struct Line: Decodable, Hashable {
    let dish: String
    let quantity: Int
    let unitPrice: Money
  }

  struct Money: Decodable, Hashable {
    let currency: String
    let minorUnits: Int64
  }

  let orders: [Entry]

  /// - Throws: what stops the test where the app did not answer.
  init(_ run: Program.Run) throws {
    try #require(run.status == 0, "\(run)")
    self = try JSONDecoder().decode(Self.self, from: Data(run.output.utf8))
  }

  /// Its one order, if it has any.
  ///
  /// - Throws: what stops the test for an order that is half there, or for a second one.
  func onlyOrder() throws -> Entry? {
    guard let entry = orders.first else { return nil }
    try #require(orders.count == 1)
    let order = entry.order
    let price = try #require(order.lines.first).unitPrice
    let total = Money(currency: price.currency, minorUnits: 2 * price.minorUnits)
    try #require(order.lines == [Line(dish: "pad-thai", quantity: 2, unitPrice: price)])
    try #require(order.flavour == "smoky" && order.total == total)
    return entry
  }
}
