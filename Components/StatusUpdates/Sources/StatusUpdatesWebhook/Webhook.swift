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
  public func retryGivenUp() async throws -> Int {
    let entries = try await store.givenUp(for: .webhook)
    for entry in entries { try await store.requeue(entry.message.id, at: now()) }
    return entries.count
  }
}

/// The result of a run of the dispatcher, and the state of the outbox after it.
public struct DispatchReport: Hashable, Sendable {
  public let delivered: Int
  public let waiting: Int
  /// The number of messages that this or an earlier run gave up, and that are kept.
  public let givenUp: Int
  /// Why the latest attempt failed: of the message that is due next, or else of the one that was
  /// given up last; `nil` if no attempt has failed.
  public internal(set) var problem: String?
  /// When the next message is due, which may be in the past; `nil` if none waits, or if no webhook
  /// is configured.
  public internal(set) var nextAttempt: Date?

  public var isClear: Bool {
    waiting == 0 && givenUp == 0
  }
}

extension DispatchReport: CustomStringConvertible {
  init(delivered: Int, _ state: OutboxState) {
    self.init(
      delivered: delivered,
      waiting: state.waiting,
      givenUp: state.givenUp,
      problem: state.problem,
      nextAttempt: state.nextAttempt
    )
  }

  /// The report as one line, such as `webhook: 1 delivered, 2 waiting, 0 given up (…)`.
  public var description: String {
    let reason = problem.map { " (\($0))" } ?? ""
    return "webhook: \(delivered) delivered, \(waiting) waiting, \(givenUp) given up\(reason)"
  }
}
