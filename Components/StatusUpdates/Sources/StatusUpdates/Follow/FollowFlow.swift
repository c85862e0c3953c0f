public import FlowKit
import Foundation

/// Follows an order until it is delivered or cancelled, and offers to tip the chef then.
///
/// Backing out before the end does not affect the order; it can be followed again. After the page
/// `delivered` or `cancelled` is shown, the flow always completes. It also completes if the order
/// is still open but no change is expected, as for an order without a chef. Only the run that saw
/// the delivery offers a tip.
public struct FollowFlow: SequentialFlow, LinkedFlow {
  public typealias Parameters = FollowRequest
  public typealias Output = FollowOutcome

  private let tracker: StatusTracker
  private let feed: any OrderFeed
  private let tip: TipRoute?
  private let messages: TerminalMessages?
  private let pages: TimelinePages

  /// Makes a flow that follows `feed`; without a `tip` route it offers no tip.
  ///
  /// - Parameter messages: those of the terminal that the flow shows its pages on.
  init(
    tracker: StatusTracker,
    feed: any OrderFeed,
    tip: TipRoute?,
    messages: TerminalMessages? = nil,
    timeZone: TimeZone
  ) {
    self.messages = messages
    self.tracker = tracker
    self.feed = feed
    self.tip = tip
    pages = TimelinePages(timeZone: timeZone)
  }

  public static let linkName = "track"
  public static let linkExamples = ["track/ORDER"]

  public func parameters(for link: FlowLink) throws -> FollowRequest {
    try link.expect(pathCount: 1...1, queryNames: [])
    let order = OrderReference(rawValue: link.path[0])
    do {
      try order.validate()
    } catch {
      throw FlowFailure(.unknownLink, error.message, help: error.help)
    }
    return FollowRequest(order: order)
  }

  /// Shows the timeline and each further change.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/unknownOrder`` before anything is shown, and what
  ///   the ports throw.
  public func run(
    _ request: FollowRequest,
    on presenter: any Presenter
  ) async throws -> FollowOutcome {
    try request.validate()
    var timeline = try await tracker.timeline(of: request.order)
    try await presenter.show(pages.overview(of: timeline), key: "timeline")
    try await messages?.forget(timeline.changes, of: request.order)
    while !timeline.status.isFinal, let current = try await feed.next(after: timeline) {
      for change in current.changes.dropFirst(timeline.changes.count) where !change.status.isFinal {
        try await presenter.show(pages.change(change, of: request.order), key: "status")
      }
      try await messages?.forget(
        Array(current.changes.dropFirst(timeline.changes.count)),
        of: request.order
      )
      timeline = current
      if timeline.status.isFinal {
        let tip = await finish(timeline, request, on: presenter)
        return FollowOutcome(timeline: timeline, tip: tip)
      }
    }
    return FollowOutcome(timeline: timeline, tip: .notOffered)
  }

  private func finish(
    _ timeline: Timeline,
    _ request: FollowRequest,
    on presenter: any Presenter
  ) async -> FollowOutcome.Tip {
    await tell(
      pages.change(timeline.latest, of: request.order),
      key: timeline.status.rawValue,
      on: presenter
    )
    guard timeline.status == .delivered, let tip else { return .notOffered }
    let outcome = await TipOffer(route: tip).make(to: request, on: presenter)
    if let page = pages.tip(outcome, for: request.chef) {
      await tell(page, key: "tip-outcome", on: presenter)
    }
    return outcome
  }

  /// Shows a page about what has already happened; failing to show it changes nothing.
  private func tell(_ page: Page, key: String, on presenter: any Presenter) async {
    try? await presenter.show(page, key: key)
  }
}

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
