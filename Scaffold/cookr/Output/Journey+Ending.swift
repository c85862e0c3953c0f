import FlowKit
import OrderProcessing

extension Journey {
  /// How to go on with an order that stands although the journey ended.
  private var continuation: String? {
    order.map { "order '\($0.id)' stands; go on with 'cookr meal --order \($0.id)'" }
  }

  /// A flow's failure, with what became of the order.
  func explaining(_ failure: FlowFailure) -> FlowFailure {
    let parts = [failure.help, continuation].compactMap(\.self)
    return FlowFailure(
      failure.code,
      failure.message,
      help: parts.isEmpty ? nil : parts.joined(separator: "; ")
    )
  }

  /// That the person backed out, with what became of the order.
  var explainingCancellation: Trouble {
    Trouble(.cancelled, "cancelled", help: continuation)
  }
}
