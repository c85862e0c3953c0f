import AppConsole
import FlowKit
import OrderProcessing
import Persistence

extension Order {
  /// How to continue with an order that exists although a later step failed.
  private var continuation: String {
    "order '\(id)' is stored; continue with 'cookr meal --order \(id)'"
  }

  /// A failure after the order was placed, with what became of the order.
  func explaining(_ failure: FlowFailure) -> FlowFailure {
    guard ![.orderCancelled, .cancelledUnsettled].contains(failure.code) else { return failure }
    let help = [failure.help, continuation].compactMap(\.self).joined(separator: "; ")
    return FlowFailure(failure.code, failure.message, help: help)
  }

  /// That the person backed out after the order was placed.
  fileprivate var explainingCancellation: Trouble {
    Trouble(.cancelled, "cancelled", help: continuation)
  }
}

extension Journey {
  /// A flow's failure, with what became of the order.
  func explaining(_ failure: FlowFailure) -> FlowFailure {
    order?.explaining(failure) ?? failure
  }

  /// That the person backed out, with what became of the order.
  var explainingCancellation: Trouble {
    order?.explainingCancellation ?? Trouble(.cancelled, "cancelled")
  }
}
