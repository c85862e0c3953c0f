public import FlowKit
public import Foundation

/// Records the status of orders, and stores messages about the changes.
public struct StatusTracker: Sendable {
  let store: StatusStore
  private let queues: [StatusQueue]
  private let now: @Sendable () -> Date
  private let onChange: @Sendable (Timeline) -> Void

  /// Makes a tracker.
  ///
  /// - Parameters:
  ///   - queues: those that get a message about each change.
  ///   - onChange: gets the timeline after each change that this tracker has stored.
  public init(
    store: StatusStore,
    queues: [StatusQueue] = [],
    now: @escaping @Sendable () -> Date = { Date.now },
    onChange: @escaping @Sendable (Timeline) -> Void = { _ in }
  ) {
    self.store = store
    self.queues = queues
    self.now = now
    self.onChange = onChange
  }

  /// Records that an order became `status`.
  ///
  /// The first change of an order is `placed`. The change is stored together with its messages; from
  /// then on a crash loses none of them.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/unknownOrder``, ``FlowFailure/Code/refusedStep``,
  ///   ``FlowFailure/Code/invalidNote`` or, for a reference that cannot name an order,
  ///   ``FlowFailure/Code/invalidParameters``; what the store throws. Then nothing is stored.
  @discardableResult
  public func advance(
    _ order: OrderReference,
    to status: Status,
    note: String? = nil
  ) async throws -> Timeline {
    // Each turn but the last means that another process has advanced the order, which ends with the
    // last status.
    while true {
      if let known = try await store.timeline(of: order) {
        let next = try known.advanced(to: status, at: now(), note: note)
        if try await record(next) { return next }
      } else {
        guard status == .placed else { throw await unknown(order) }
        let first = try Timeline(order: order, placedAt: now(), note: note)
        if try await record(first) { return first }
      }
    }
  }

  /// The timeline of an order.
  public func timeline(of order: OrderReference) async throws -> Timeline {
    guard let timeline = try await store.timeline(of: order) else { throw await unknown(order) }
    return timeline
  }

  public func openTimelines() async throws -> [Timeline] {
    try await store.openTimelines()
  }

  /// Takes the step after the timeline that the caller saw; `nil` if the order has moved on since.
  package func advance(
    _ seen: Timeline,
    to status: Status,
    note: String?
  ) async throws -> Timeline? {
    let next = try seen.advanced(to: status, at: now(), note: note)
    return try await record(next) ? next : nil
  }

  private func record(_ timeline: Timeline) async throws -> Bool {
    let messages = try queues.map { try $0.message(about: timeline, at: now()) }
    guard try await store.append(timeline.latest, to: timeline.order, messages: messages) else {
      return false
    }
    onChange(timeline)
    return true
  }

  private func unknown(_ order: OrderReference) async -> FlowFailure {
    // Only for the help, so a failure here must not hide the failure below.
    let open = (try? await store.openTimelines()) ?? []
    let names = open.map(\.order.rawValue)
    let newest = names.suffix(3).map { "'\($0)'" }.joined(separator: ", ")
    return FlowFailure(
      .unknownOrder,
      "unknown order '\(String(order.rawValue.prefix(80)).printable)'",
      help: nearestHelp(
        to: order.rawValue,
        among: names,
        otherwise: names.isEmpty
          ? "no order is in progress" : "the newest of \(names.count) in progress are \(newest)"
      )
    )
  }
}
