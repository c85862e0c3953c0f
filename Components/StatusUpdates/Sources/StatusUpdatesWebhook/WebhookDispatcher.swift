import FlowKit
import Foundation
import HTTPClient
import StatusUpdates

/// Sends the messages of the outbox to the webhook: each at least once, and not before the earlier
/// messages of its order are delivered or given up.
///
/// A message leaves the outbox's waiting only after the receiver has answered. A dispatcher that is
/// killed at any point leaves a claim that lapses, and the next run sends the message (again).
struct WebhookDispatcher: Sendable {
  let webhook: WebhookConfiguration
  let store: StatusStore
  /// Sends a request once, and follows no redirect.
  ///
  /// It throws `CancellationError` when the task is cancelled; any other error means that there was no
  /// complete answer in time.
  let send: @Sendable (HTTPRequest) async throws -> HTTPResponse
  var limits = DispatchLimits()
  var now: @Sendable () -> Date = { Date.now }
  var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
  var newClaim: @Sendable () -> String = { UUID().uuidString }

  /// Sends what is due, one message after the other.
  ///
  /// The run ends early if the receiver cannot be reached, and after `limits.run`: it takes at most
  /// that time and one exchange.
  func dispatch() async throws -> DispatchReport {
    let end = now().advanced(by: limits.run)
    var delivered = 0
    while now() < end, let (message, claim) = try await claimNext() {
      let instant = now()
      // It lapsed before anything was sent, as after a suspended machine wakes up.
      guard instant < claim.until else { continue }
      switch try await send(message, at: instant) {
      case .delivered:
        try await store.markDelivered(message.id)
        delivered += 1
      case .tryAgain(let problem, let asked):
        try await fail(message, under: claim, problem, asked: asked)
      case .giveUp(let problem):
        try await giveUp(message, under: claim, problem)
      case .unreachable(let problem):
        try await fail(message, under: claim, problem, asked: nil)
        return try await report(delivered: delivered)
      }
    }
    return try await report(delivered: delivered)
  }

  private func claimNext() async throws -> (OutboxMessage, OutboxClaim)? {
    try Task.checkCancellation()
    let instant = now()
    let claim = OutboxClaim(
      id: ClaimID(rawValue: newClaim()),
      at: instant,
      until: instant.advanced(by: limits.claim)
    )
    return try await store.claimNext(for: .webhook, claim).map { ($0, claim) }
  }

  private func send(_ message: OutboxMessage, at instant: Date) async throws -> DeliveryResult {
    do {
      let response = try await send(HTTPRequest(message, to: webhook, at: instant))
      return DeliveryResult(response, at: now())
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch let error as HTTPError {
      return .unreachable(problem: problem(error))
    } catch {
      return .unreachable(problem: "\(error)")
    }
  }

  private func problem(_ error: HTTPError) -> String {
    switch error.code {
    case .unknownHost: "the receiver's host is not known"
    case .refused: "the receiver accepts no connection"
    case .timedOut: "no answer within \(limits.answer)"
    case .connectionClosed: "the receiver closed the connection"
    case .untrusted: "the receiver cannot be trusted: \(error.message.printable)"
    default: "the request failed: \(error.message.printable)"
    }
  }

  private func fail(
    _ message: OutboxMessage,
    under claim: OutboxClaim,
    _ problem: String,
    asked: Duration?
  ) async throws {
    let failures = message.attempts + 1
    let delay = limits.retry.delay(afterFailures: failures, asked: asked, random: random())
    guard let delay else {
      return try await giveUp(message, under: claim, "\(problem), at \(failures) attempts")
    }
    try await store.markFailed(
      message.id,
      claimedBy: claim.id,
      problem: problem,
      nextAttempt: now().advanced(by: delay).wholeMilliseconds
    )
  }

  private func giveUp(
    _ message: OutboxMessage,
    under claim: OutboxClaim,
    _ problem: String
  ) async throws {
    try await store.markFailed(
      message.id,
      claimedBy: claim.id,
      problem: problem,
      nextAttempt: nil
    )
  }

  private func report(delivered: Int) async throws -> DispatchReport {
    var report = try await store.report(on: .webhook)
    report.delivered = delivered
    return report
  }
}

extension HTTPRequest {
  init(_ message: OutboxMessage, to webhook: WebhookConfiguration, at instant: Date) {
    let signature = webhook.secret.signature(of: Data(message.body.utf8), at: instant)
    self.init(
      .post(Array(message.body.utf8)),
      webhook.url.absoluteString,
      headers: [
        "Content-Type": "application/json",
        "User-Agent": "CookR-StatusUpdates/1",
        "X-CookR-Event-Id": message.id.rawValue,
        "X-CookR-Timestamp": String(Int64(instant.timeIntervalSince1970.rounded(.down))),
        "X-CookR-Signature": signature,
      ]
    )
  }
}
