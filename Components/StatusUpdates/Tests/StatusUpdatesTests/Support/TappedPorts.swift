import FlowKit
import Foundation
import HTTPClient
import StatusUpdatesInterface

@testable import StatusUpdates
@testable import StatusUpdatesWebhook

/// Passes calls on to a store, with something else happening before and after each.
struct TappedStore: TimelineStore, Outbox {
  let base: InMemoryStatusStore
  let tap: Tap

  func append(
    _ change: StatusChange,
    to order: OrderReference,
    messages: [OutboxMessage]
  ) async throws -> AppendOutcome {
    try await tap.around { try await base.append(change, to: order, messages: messages) }
  }

  func timeline(of order: OrderReference) async throws -> Timeline? {
    try await tap.around { try await base.timeline(of: order) }
  }

  func openTimelines() async throws -> [Timeline] {
    try await tap.around { try await base.openTimelines() }
  }

  func claimNext(
    for destination: DestinationName,
    _ claim: OutboxClaim
  ) async throws -> OutboxEntry? {
    try await tap.around { try await base.claimNext(for: destination, claim) }
  }

  func markDelivered(_ id: MessageID) async throws {
    try await tap.around { try await base.markDelivered(id) }
  }

  func markFailed(
    _ id: MessageID,
    claimedBy claim: ClaimID,
    problem: String,
    nextAttempt: Date?
  ) async throws {
    try await tap.around {
      try await base.markFailed(id, claimedBy: claim, problem: problem, nextAttempt: nextAttempt)
    }
  }

  func state(of destination: DestinationName) async throws -> OutboxState {
    try await tap.around { try await base.state(of: destination) }
  }

  func givenUp(for destination: DestinationName) async throws -> [OutboxEntry] {
    try await tap.around { try await base.givenUp(for: destination) }
  }

  func requeue(_ id: MessageID, at instant: Date) async throws {
    try await tap.around { try await base.requeue(id, at: instant) }
  }
}

/// Passes requests on to a receiver, with something else happening before and after each.
struct TappedTransport: WebhookTransport {
  let base: any WebhookTransport
  let tap: Tap

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await tap.around { try await base.send(request) }
  }
}

/// What happens around each call of a port.
struct Tap: Sendable {
  var before: @Sendable () throws -> Void = {}
  var after: @Sendable () throws -> Void = {}

  func around<Result>(_ call: () async throws -> Result) async throws -> Result {
    try before()
    let result = try await call()
    try after()
    return result
  }
}
