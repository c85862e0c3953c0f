public import FlowKit
public import Foundation
import HTTPClient
public import StatusUpdates

/// The webhook that `COOKR_WEBHOOK_URL` and `COOKR_WEBHOOK_SECRET` configure, if they are set.
///
/// Without one, nothing is stored or sent; messages that were stored earlier stay in the outbox.
public struct Webhook: Sendable {
  public var sinks: [any StatusSink] { dispatcher.map { [$0] } ?? [] }
  public var isConfigured: Bool { dispatcher != nil }

  private let store: StatusStore
  private let dispatcher: WebhookDispatcher?
  private let now: @Sendable () -> Date

  /// Reads the configuration from the environment.
  public init(
    store: StatusStore,
    environment: [String: String],
    now: @escaping @Sendable () -> Date = { Date.now }
  ) throws(FlowFailure) {
    self.store = store
    self.now = now
    dispatcher = try WebhookConfiguration.read(from: environment).map { configuration in
      let limits = DispatchLimits()
      // An answer whose body is longer counts by its status.
      let client = CurlClient(timeout: limits.answer, longestBody: 65_536)
      return WebhookDispatcher(
        webhook: configuration,
        store: store,
        transport: client,
        limits: limits,
        now: now
      )
    }
  }

  /// Sends the messages that are due, for example when the app starts and before it ends.
  ///
  /// - Throws: what the outbox throws; `CancellationError` if the task is cancelled. No message is
  ///   lost.
  public func dispatch() async throws -> DispatchReport {
    if let dispatcher { return try await dispatcher.dispatch() }
    let state = try await store.state(of: .webhook)
    return DispatchReport(
      delivered: 0,
      waiting: state.waiting,
      givenUp: state.givenUp,
      problem: state.waiting > 0 ? "no webhook is configured" : state.problem
    )
  }

  /// Makes all messages that were given up wait again, for the next ``dispatch()``.
  ///
  /// Such a message may reach the receiver after later messages of its order.
  ///
  /// - Returns: the number of these messages.
  public func retryGivenUp() async throws -> Int {
    let entries = try await store.givenUp(for: .webhook)
    for entry in entries { try await store.requeue(entry.message.id, at: now()) }
    return entries.count
  }
}
