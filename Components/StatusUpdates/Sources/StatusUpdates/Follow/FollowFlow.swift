public import FlowKit
public import Foundation

/// Follows an order until it is delivered or cancelled, and offers to tip the chef then.
///
/// Backing out before the end does not affect the order; it can be followed again. After the page
/// `delivered` or `cancelled` is shown, the flow always completes. It also completes if the order
/// is still open but no change is expected, as for an order without a chef. Only the run that saw
/// the delivery offers a tip.
public struct FollowFlow: SequentialFlow, LinkedFlow {
  public typealias Parameters = FollowRequest
  public typealias Output = FollowOutcome

  let tracker: StatusTracker
  let feed: any OrderFeed
  /// Leads to the tip; `nil` to offer none.
  let tip: TipRoute?
  let timeZone: TimeZone

  private var pages: TimelinePages { TimelinePages(timeZone: timeZone) }

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
  public func run(
    _ request: FollowRequest,
    on presenter: any Presenter
  ) async throws -> FollowOutcome {
    try request.validate()
    var timeline = try await tracker.timeline(of: request.order)
    try await presenter.show(pages.overview(of: timeline), key: "timeline")
    try await tracker.store.forgetNews(of: timeline.changes, of: request.order)
    while !timeline.status.isFinal, let current = try await feed.next(after: timeline) {
      let changes = current.changes.dropFirst(timeline.changes.count)
      for change in changes where !change.status.isFinal {
        try await presenter.show(pages.change(change, of: request.order), key: "status")
      }
      try await tracker.store.forgetNews(of: changes, of: request.order)
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
    // The order has ended: failing to show that, or the result of the tip, changes nothing.
    let news = pages.change(timeline.latest, of: request.order)
    try? await presenter.show(news, key: timeline.status.rawValue)
    guard timeline.status == .delivered, let tip else { return .notOffered }
    let tipRequest = TipRequest(order: request.order, chef: request.chef)
    let outcome: FollowOutcome.Tip =
      switch await tip.start(tipRequest, on: presenter) {
      case .completed(let outcome?): .given(outcome)
      case .completed(nil): .declined
      case .cancelled: .cancelled
      case .failed(let failure): .failed(failure)
      }
    if let page = pages.tip(outcome, for: request.chef) {
      try? await presenter.show(page, key: "tip-outcome")
    }
    return outcome
  }
}

extension FollowFlow {
  /// Makes a flow that follows what other processes record, such as the kitchen's app.
  public init(_ tracker: StatusTracker, tip: TipRoute? = nil, clock: StatusClock = .system) {
    let feed = RecordedFeed(tracker: tracker, store: tracker.store, sleep: clock.sleep)
    self.init(tracker: tracker, feed: feed, tip: tip, timeZone: clock.timeZone)
  }

  /// Makes a flow with a simulated kitchen, which cooks while an order is followed.
  ///
  /// - Parameters:
  ///   - environment: `COOKR_PACE` sets how long a step takes.
  ///   - isInteractive: whether a person watches.
  public init(
    _ tracker: StatusTracker,
    simulatedBy environment: [String: String],
    isInteractive: Bool,
    tip: TipRoute? = nil,
    clock: StatusClock = .system
  ) throws(FlowFailure) {
    let pace = try SimulatedKitchen.pace(from: environment, isInteractive: isInteractive)
    let kitchen = SimulatedKitchen(tracker: tracker, pace: pace, clock: clock)
    self.init(tracker: tracker, feed: kitchen, tip: tip, timeZone: clock.timeZone)
  }
}

/// The clock of the component.
public struct StatusClock: Sendable {
  public let now: @Sendable () -> Date
  /// Waits, and throws `CancellationError` as soon as the task is cancelled.
  public let sleep: @Sendable (Duration) async throws -> Void
  public let timeZone: TimeZone

  public init(
    now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    timeZone: TimeZone
  ) {
    self.now = now
    self.sleep = sleep
    self.timeZone = timeZone
  }

  public static let system = StatusClock(
    now: { Date.now },
    sleep: { try await Task.sleep(for: $0) },
    timeZone: .current
  )
}
