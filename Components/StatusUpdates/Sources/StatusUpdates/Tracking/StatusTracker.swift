public import FlowKit
public import Foundation

/// Records the status of orders, and tells the sinks about changes.
public struct StatusTracker: Sendable {
  private let store: StatusStore
  private let sinks: [any StatusSink]
  private let now: @Sendable () -> Date
  private let onSinkFailure: @Sendable (SinkFailure) -> Void

  /// Makes a tracker; `onSinkFailure` is called for each sink that fails, which does not undo the
  /// change.
  public init(
    store: StatusStore,
    sinks: [any StatusSink],
    now: @escaping @Sendable () -> Date = { Date.now },
    onSinkFailure: @escaping @Sendable (SinkFailure) -> Void
  ) {
    self.store = store
    self.sinks = sinks
    self.now = now
    self.onSinkFailure = onSinkFailure
  }

  /// Records that an order became `status`, and returns once each sink was told.
  ///
  /// The first change of an order is `placed`. The change is stored together with the messages that
  /// the sinks want delivered; from then on a crash loses none of them.
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
    // Each turn but the last means that another process advanced the order, which it can only do until
    // the last status.
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
    let messages = try sinks.flatMap { try $0.messages(about: timeline) }
    guard try await store.append(timeline.latest, to: timeline.order, messages: messages) else {
      return false
    }
    for sink in sinks {
      do {
        try await sink.push(timeline)
      } catch is CancellationError {
        // The change is stored; the caller notices the cancellation at its next step.
      } catch {
        onSinkFailure(SinkFailure(sink: sink.name, reason: "\(error)"))
      }
    }
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

/// A receiver of all changes of all orders.
///
/// ``messages(about:)`` returns what must reach the receiver, and is stored together with the
/// change; ``push(_:)`` tells it at once, and is not repeated after a crash.
public protocol StatusSink: Sendable {
  var name: String { get }

  /// The messages to put into the outbox about the timeline's latest change.
  func messages(about timeline: Timeline) throws -> [OutboxMessage]

  /// Tells the receiver about the timeline's latest change, which is already stored.
  ///
  /// Must return within a bounded time, since the tracker waits for it.
  func push(_ timeline: Timeline) async throws
}

extension StatusSink {
  /// Returns none, for a sink that is only told at once.
  public func messages(about timeline: Timeline) throws -> [OutboxMessage] { [] }

  /// Does nothing, for a sink whose messages wait in the outbox.
  public func push(_ timeline: Timeline) async throws {}
}

/// A sink that could not be told of a change; the change itself is stored.
public struct SinkFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let sink: String
  public let reason: String

  public var description: String {
    "the new status was not sent to '\(sink)': \(reason)"
  }
}
