import ChefSourcing
import OrderProcessing
import StatusUpdatesInterface

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
