import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Timelines and outbox for as long as the process lives: for previews and tests.
public final class InMemoryStatusStore: TimelineStore, Outbox {
  private struct State {
    /// In the order in which they were placed.
    var timelines: [Timeline]
    var records: [OutboxRecord] = []
  }

  private let state: Mutex<State>

  /// Makes a store that holds some timelines, of different orders, and no messages.
  public init(_ timelines: [Timeline] = []) {
    state = Mutex(State(timelines: timelines))
  }

  public func append(
    _ change: StatusChange,
    to order: OrderReference,
    messages: [OutboxMessage]
  ) async throws -> AppendOutcome {
    try state.withLock { state in
      let index = state.timelines.firstIndex { $0.order == order }
      let changes = index.map { state.timelines[$0].changes } ?? []
      guard change.sequence == changes.count + 1 else { return .outdated }
      let timeline = try Timeline(order: order, changes: changes + [change])
      if let index {
        state.timelines[index] = timeline
      } else {
        state.timelines.append(timeline)
      }
      state.records += messages.map { OutboxRecord(message: $0, dueAt: $0.createdAt) }
      return .appended
    }
  }

  public func timeline(of order: OrderReference) async throws -> Timeline? {
    state.withLock { $0.timelines.first { $0.order == order } }
  }

  public func openTimelines() async throws -> [Timeline] {
    state.withLock { $0.timelines.filter { !$0.status.isFinal } }
  }

  public func claimNext(
    for destination: DestinationName,
    _ claim: OutboxClaim
  ) async throws -> OutboxEntry? {
    state.withLock { state in
      let waiting = state.records.indices.filter { index in
        state.records[index].isWaiting(for: destination)
      }
      let heads = Dictionary(grouping: waiting) { state.records[$0].message.order }
        .compactMap { $1.min { state.records[$0].sequence < state.records[$1].sequence } }
      let next =
        heads
        .filter { state.records[$0].isClaimable(at: claim.at) }
        .min { state.records[$0].goesBefore(state.records[$1]) }
      guard let next else { return nil }
      state.records[next].claim = claim
      return state.records[next].entry
    }
  }

  public func markDelivered(_ id: MessageID) async throws {
    state.withLock { state in
      state.records.removeAll { $0.message.id == id && !$0.isGivenUp }
    }
  }

  public func markFailed(
    _ id: MessageID,
    claimedBy claim: ClaimID,
    problem: String,
    nextAttempt: Date?
  ) async throws {
    state.withLock { state in
      let index = state.records.firstIndex {
        $0.message.id == id && !$0.isGivenUp && $0.claim?.id == claim
      }
      guard let index else { return }
      state.records[index].claim = nil
      state.records[index].attempts += 1
      state.records[index].problem = problem
      state.records[index].dueAt = nextAttempt
    }
  }

  public func counts(for destination: DestinationName) async throws -> OutboxCounts {
    state.withLock { state in
      let records = state.records.filter { $0.message.destination == destination }
      let givenUp = records.count(where: \.isGivenUp)
      return OutboxCounts(waiting: records.count - givenUp, givenUp: givenUp)
    }
  }

  public func givenUp(for destination: DestinationName) async throws -> [OutboxEntry] {
    state.withLock { state in
      state.records
        .filter { $0.message.destination == destination && $0.isGivenUp }
        .sorted { $0.place < $1.place }
        .map(\.entry)
    }
  }

  public func requeue(_ id: MessageID, at instant: Date) async throws {
    state.withLock { state in
      let index = state.records.firstIndex { $0.message.id == id && $0.isGivenUp }
      guard let index else { return }
      state.records[index].dueAt = instant
      state.records[index].attempts = 0
    }
  }
}

/// A message with all that an outbox has to know of it.
private struct OutboxRecord {
  let message: OutboxMessage
  /// Nil once it is given up.
  var dueAt: Date?
  var claim: OutboxClaim?
  var attempts = 0
  var problem: String?

  init(message: OutboxMessage, dueAt: Date) {
    self.message = message
    self.dueAt = dueAt
  }

  var isGivenUp: Bool { dueAt == nil }
  var sequence: Int { message.sequence }
  var place: (String, Int) { (message.order.rawValue, sequence) }
  var entry: OutboxEntry {
    OutboxEntry(message: message, attempts: attempts, problem: problem)
  }

  func isWaiting(for destination: DestinationName) -> Bool {
    message.destination == destination && !isGivenUp
  }

  func isClaimable(at instant: Date) -> Bool {
    guard let dueAt, dueAt <= instant else { return false }
    guard let claim else { return true }
    return claim.until <= instant
  }

  func goesBefore(_ other: OutboxRecord) -> Bool {
    (dueAt ?? .distantFuture, message.order.rawValue)
      < (other.dueAt ?? .distantFuture, other.message.order.rawValue)
  }
}
