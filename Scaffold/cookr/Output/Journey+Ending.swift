import AppConsole
import ChefSourcing
import FlowKit
import OrderProcessing
import Persistence

extension Order {
  /// How to continue with an order that exists although a later step failed.
  private func continuation(_ invocation: Invocation) -> String {
    "order '\(id)' is stored; continue with \(invocation.command("meal --order \(id)"))"
  }

  /// A failure after the order was placed, with what became of the order.
  func explaining(_ failure: FlowFailure, advising invocation: Invocation) -> FlowFailure {
    guard ![.orderCancelled, .cancelledUnsettled, .chefsDeclined].contains(failure.code) else {
      return failure
    }
    let help = [failure.help, continuation(invocation)].compactMap(\.self).joined(separator: "; ")
    return FlowFailure(failure.code, failure.message, help: help)
  }

  /// That the person backed out after the order was placed.
  fileprivate func explainingCancellation(advising invocation: Invocation) -> Trouble {
    Trouble(.cancelled, Trouble.cancelled.message, help: continuation(invocation))
  }
}

extension Journey {
  /// A flow's failure, with what became of the order.
  func explaining(_ failure: FlowFailure, advising invocation: Invocation) -> FlowFailure {
    order?.explaining(failure, advising: invocation) ?? failure
  }

  /// That the person backed out, with what became of the order.
  ///
  /// - Parameter isDemo: whether a simulated kitchen cooks it.
  func explainingCancellation(advising invocation: Invocation, isDemo: Bool) -> Trouble {
    receipt?.stoppedFollowing(advising: invocation, isDemo: isDemo)
      ?? order?.explainingCancellation(advising: invocation) ?? .cancelled
  }
}
