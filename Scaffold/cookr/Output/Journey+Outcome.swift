import AppConsole
import ChefSourcing
import FlowKit
import OrderProcessing
import Persistence
import StatusUpdates

extension Console {
  func print(_ outcome: FlowOutcome) throws {
    guard let page = showsFlows ? outcome.closingPage : outcome.page else { return }
    try print(outcome.document, or: page)
  }

  func print(_ journey: Journey, isDemo: Bool = false) throws {
    let outcome = try journey.outcome(advising: invocation, isDemo: isDemo)
    try print(outcome.document, or: outcome.page)
  }
}

extension Journey {
  func outcome(advising invocation: Invocation, isDemo: Bool) throws -> FlowOutcome {
    switch ending {
    case .failed(let failure): throw explaining(failure, advising: invocation)
    case .cancelled, nil: throw explainingCancellation(advising: invocation, isDemo: isDemo)
    case .arrived(let outcome) where outcome.timeline.status == .cancelled:
      throw FlowFailure(
        .orderCancelled,
        "order '\(outcome.timeline.order)' has been cancelled",
        help: "see \(invocation.command("track \(outcome.timeline.order)"))"
      )
    case .arrived:
      let page = page(advising: invocation)
      return FlowOutcome(document, page: page, closingPage: page)
    }
  }
}

extension Order {
  private func continuation(_ invocation: Invocation) -> String {
    "order '\(id)' is stored; continue with \(invocation.command("meal --order \(id)"))"
  }

  func explaining(_ failure: FlowFailure, advising invocation: Invocation) -> FlowFailure {
    guard ![.orderCancelled, .cancelledUnsettled, .chefsDeclined].contains(failure.code) else {
      return failure
    }
    return failure.adding(help: continuation(invocation))
  }

  fileprivate func explainingCancellation(advising invocation: Invocation) -> CommandError {
    CommandError(.cancelled, CommandError.cancelled.message, help: continuation(invocation))
  }
}

extension FlowFailure {
  func adding(help more: String) -> FlowFailure {
    FlowFailure(code, message, help: help.map { "\($0); \(more)" } ?? more)
  }
}

extension Journey {
  func explaining(_ failure: FlowFailure, advising invocation: Invocation) -> FlowFailure {
    order?.explaining(failure, advising: invocation) ?? failure
  }

  /// Returns the error of a person who backed out, with the state of the order.
  func explainingCancellation(advising invocation: Invocation, isDemo: Bool) -> CommandError {
    receipt?.stoppedFollowing(advising: invocation, isDemo: isDemo)
      ?? order?.explainingCancellation(advising: invocation) ?? .cancelled
  }

  func page(advising invocation: Invocation) -> Page {
    let parts: [[Page.Line]] = [
      order?.pageLines ?? [],
      assignment?.pageLines(isDelivered: isDelivered) ?? [],
      receipt?.pageLines ?? [],
      arrival(advising: invocation),
    ]
    return Page(
      title: order.map { "Order \($0.id)" } ?? "No order",
      lines: Array(parts.filter { !$0.isEmpty }.joined(separator: [.gap]))
    )
  }

  private var isDelivered: Bool {
    if case .arrived(let outcome) = ending { outcome.timeline.status == .delivered } else { false }
  }

  private func arrival(advising invocation: Invocation) -> [Page.Line] {
    if case .arrived(let outcome) = ending { outcome.pageLines(advising: invocation) } else { [] }
  }

  private var document: Document {
    var arrival: FollowOutcome?
    if case .arrived(let outcome) = ending { arrival = outcome }
    return [
      "schema": 1, "order": order?.document, "chef": assignment?.document,
      "receipt": receipt?.document, "timeline": arrival?.timeline.document,
      "tip": arrival?.tip.document,
    ]
  }
}
