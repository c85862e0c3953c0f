import FlowKit
import OrderProcessing
import StatusUpdatesInterface

/// An order as the kitchen's people read it: how far it is, and what is on the plates.
struct Ticket: Sendable {
  let state: KitchenOrder
  /// `nil` for an order that is in no list of orders.
  let order: Order?
  /// What the kitchen can do about it now.
  let steps: [KitchenStep]

  init(_ state: KitchenOrder, order: Order?, for kitchen: KitchenName) {
    self.state = state
    self.order = order
    steps = state.steps(for: kitchen)
  }

  var id: String { state.timeline.order.rawValue }

  /// Such as `2 × Pad Thai, smoky`.
  var meal: String {
    guard let order else { return "unknown dishes" }
    let dishes = order.lines.map { "\($0.quantity) × \($0.name)" }
    return (dishes + [order.flavour.name.lowercased()]).joined(separator: ", ")
  }
}

extension Ticket: Choosable {
  var choice: Choice {
    Choice(id: id, label: id, detail: "\(state.timeline.status.label), \(meal)")
  }
}
