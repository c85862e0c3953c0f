import ChefSourcing
import FlowKit
import OrderProcessing
import OrderProcessingStorage
import Payments
import StatusUpdates

extension FlowFailure.Code {
  static let noSuchOrder = Self(rawValue: "app.no-such-order", kind: .notFound)
  static let notPossible = Self(rawValue: "app.not-possible", kind: .conflict)
}

extension Composition {
  /// The order with that identifier, in upper or lower case.
  func order(named name: String) async throws -> Order {
    if let order = try await orders.order(OrderID(rawValue: name.lowercased())) { return order }
    let names = try await orders.newestOrders(limit: 1000).map(\.id.rawValue)
    throw FlowFailure(
      .noSuchOrder,
      "there is no order '\(name)'",
      help: nearestHelp(to: name, among: names, otherwise: "\(command("orders")) lists them")
    )
  }

  func record(of order: Order) async throws -> OrderRecord {
    OrderRecord(
      order: order,
      assignment: try await offers.assignment(forOrder: order.id.rawValue),
      timeline: try await timeline(of: OrderReference(order))
    )
  }

  func records(limit: Int) async throws -> [OrderRecord] {
    var records: [OrderRecord] = []
    for order in try await orders.newestOrders(limit: limit) {
      records.append(try await record(of: order))
    }
    return records
  }

  /// A journey that continues with an order where it was left.
  func journey(resuming order: Order) async throws -> Journey {
    let record = try await record(of: order)
    guard !record.status.isFinal else {
      throw FlowFailure(
        .notPossible,
        "order '\(order.id)' is already \(record.status.label)",
        help: "see \(command("track \(order.id)"))"
      )
    }
    let history = try await paymentStore.history(of: OrderReference(order))
    return Journey(
      resuming: order,
      assignment: record.assignment,
      receipt: history.receipt(for: .meal)
    )
  }
}

/// An order with all that the components know of it.
struct OrderRecord: Sendable {
  let order: Order
  let assignment: ChefAssignment?
  let timeline: Timeline?

  /// How far it has come; an order that was stored right before a crash is placed.
  var status: Status {
    timeline?.status ?? .placed
  }
}
