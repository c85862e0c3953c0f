import AppConsole
import FlowKit
import Persistence
import StatusUpdates
import StatusUpdatesInterface

extension Console {
  /// Prints what a flow has completed with, or what the flow's own pages have left to say.
  ///
  /// - Throws: as ``print(_:or:)``.
  func print(_ outcome: FlowOutcome) throws {
    guard let page = showsFlows ? outcome.closingPage : outcome.page else { return }
    try print(outcome.document, or: page)
  }

  /// Prints how a journey ended.
  ///
  /// - Parameter isDemo: whether a simulated kitchen cooks the order.
  /// - Throws: what ended it before the meal had arrived; as ``print(_:or:)``.
  func print(_ journey: Journey, isDemo: Bool = false) throws {
    let outcome = try journey.outcome(advising: invocation, isDemo: isDemo)
    try print(outcome.document, or: outcome.page)
  }
}

extension Journey {
  /// What a journey has come to.
  ///
  /// - Throws: what ended it before the meal had arrived.
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
      return FlowOutcome(JourneyDocument(self), page: page, closingPage: page)
    }
  }
}
