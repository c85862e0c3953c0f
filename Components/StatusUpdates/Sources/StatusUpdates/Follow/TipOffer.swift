import FlowKit

/// Asks for a tip and, on yes, leaves the rest to the flow behind the route.
struct TipOffer: Sendable {
  let route: TipRoute

  /// Ends in an outcome whatever happens: a delivered order stays delivered.
  func make(to request: FollowRequest, on presenter: any Presenter) async -> FollowOutcome.Tip {
    do {
      let question = Question.confirm(
        "tip-chef",
        "Tip \(request.chef ?? "the chef")?",
        suggested: false,
        detail: "The whole tip goes to the chef."
      )
      guard try await presenter.ask(question) else { return .declined }
      let tip = TipRequest(order: request.order, chef: request.chef)
      return .given(try await route.start(tip, on: presenter).get())
    } catch is CancellationError {
      return .cancelled
    } catch let failure as FlowFailure {
      return .failed(failure)
    } catch {
      return .failed(FlowFailure(.unexpected, "\(error)"))
    }
  }
}
