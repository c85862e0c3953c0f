public import FlowKit
public import Foundation
import HTTPClient
public import StatusUpdates

/// The webhook that `COOKR_WEBHOOK_URL` and `COOKR_WEBHOOK_SECRET` configure, if they are set.
///
/// Without one, nothing is stored or sent; messages that were stored earlier stay in the outbox.
public struct Webhook: Sendable {
  /// The queue of the messages that it sends, if it is configured.
  public var queues: [StatusQueue] { isConfigured ? [.webhook] : [] }
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
        send: client.send,
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
    var report = try await store.report(on: .webhook)
    if report.waiting > 0 { report.problem = "no webhook is configured" }
    report.nextAttempt = nil
    return report
  }

  /// Makes all messages that were given up wait again, for the next ``dispatch()``.
  ///
  /// Such a message may reach the receiver after later messages of its order.
  public func retryGivenUp() async throws -> Int {
    try await store.requeueGivenUp(for: .webhook, at: now())
  }
}
