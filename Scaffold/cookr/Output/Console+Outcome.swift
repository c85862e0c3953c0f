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
    switch journey.ending {
    case .failed(let failure): throw journey.explaining(failure, advising: invocation)
    case .cancelled, nil:
      throw journey.explainingCancellation(advising: invocation, isDemo: isDemo)
    case .arrived(let outcome) where outcome.timeline.status == .cancelled:
      throw FlowFailure(
        .orderCancelled,
        "order '\(outcome.timeline.order)' has been cancelled",
        help: "see \(invocation.command("track \(outcome.timeline.order)"))"
      )
    case .arrived: try print(JourneyDocument(journey), or: journey.page(advising: invocation))
    }
  }
}
