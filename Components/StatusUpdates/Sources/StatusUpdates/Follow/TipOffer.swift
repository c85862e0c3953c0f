import FlowKit

/// Leads to the flow that asks for a tip.
struct TipOffer: Sendable {
  let route: TipRoute

  /// Ends in an outcome whatever happens: a delivered order stays delivered.
  func make(to request: FollowRequest, on presenter: any Presenter) async -> FollowOutcome.Tip {
    let tip = TipRequest(order: request.order, chef: request.chef)
    return switch await route.start(tip, on: presenter) {
    case .completed(let outcome?): .given(outcome)
    case .completed(nil): .declined
    case .cancelled: .cancelled
    case .failed(let failure): .failed(failure)
    }
  }
}
