public import FlowKit
public import Foundation
public import StatusUpdatesInterface
import Synchronization

/// Timelines and an outbox in memory, for previews and tests.
public final class InMemoryStatusStore: TimelineStore, Outbox, ChangeCounter {
  private struct State {
    /// In the order in which they were placed.
    var timelines: [Timeline]
    var records: [OutboxRecord] = []
    /// How often a timeline has changed.
    var changes: Int64 = 0

    /// The first waiting message of each order.
    func heads(for destination: DestinationName) -> [Int] {
      let waiting = records.indices.filter { records[$0].isWaiting(for: destination) }
      return Dictionary(grouping: waiting) { records[$0].message.order }
        .compactMap { $1.min { records[$0].sequence < records[$1].sequence } }
    }
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
      state.records += messages.map { OutboxRecord($0) }
      state.changes += 1
      return .appended
    }
  }

  public func timeline(of order: OrderReference) async throws -> Timeline? {
    state.withLock { $0.timelines.first { $0.order == order } }
  }

  public func openTimelines() async throws -> [Timeline] {
    state.withLock { $0.timelines.filter { !$0.status.isFinal } }
  }

  public func changeCount() async throws -> Int64 {
    state.withLock(\.changes)
  }

  public func claimNext(
    for destination: DestinationName,
    _ claim: OutboxClaim
  ) async throws -> OutboxEntry? {
    state.withLock { state in
      let next = state.heads(for: destination)
        .filter { state.records[$0].claimableAt <= claim.at }
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
      if let nextAttempt {
        state.records[index].dueAt = nextAttempt
      } else {
        state.records[index].isGivenUp = true
      }
    }
  }

  public func state(of destination: DestinationName) async throws -> OutboxState {
    state.withLock { state in
      let records = state.records.filter { $0.message.destination == destination }
      let givenUp = records.count(where: \.isGivenUp)
      return OutboxState(
        waiting: records.count - givenUp,
        givenUp: givenUp,
        problem: records.filter { $0.attempts > 0 }.min { $0.tellsMore(than: $1) }?.problem,
        nextAttempt: state.heads(for: destination).map { state.records[$0].claimableAt }.min()
      )
    }
  }

  public func givenUp(for destination: DestinationName) async throws -> [OutboxEntry] {
    state.withLock { state in
      state.records
        .filter { $0.message.destination == destination && $0.isGivenUp }
        .sorted { $0.isListed(before: $1) }
        .map(\.entry)
    }
  }

  public func requeue(_ id: MessageID, at instant: Date) async throws {
    state.withLock { state in
      let index = state.records.firstIndex { $0.message.id == id && $0.isGivenUp }
      guard let index else { return }
      state.records[index].dueAt = instant
      state.records[index].isGivenUp = false
      state.records[index].attempts = 0
    }
  }
}

/// A message with its state in the outbox.
struct OutboxRecord {
  let message: OutboxMessage
  /// When it was due last, once it is given up.
  var dueAt: Date
  var isGivenUp = false
  var claim: OutboxClaim?
  var attempts = 0
  var problem: String?

  init(_ message: OutboxMessage) {
    self.message = message
    dueAt = message.createdAt
  }

  var sequence: Int { message.sequence }
  var order: String { message.order.rawValue }
  var entry: OutboxEntry {
    OutboxEntry(message: message, attempts: attempts, problem: problem)
  }
  /// From when on it can be claimed, as far as other messages do not hold it back.
  var claimableAt: Date {
    max(dueAt, claim?.until ?? dueAt)
  }

  func isWaiting(for destination: DestinationName) -> Bool {
    message.destination == destination && !isGivenUp
  }

  func isListed(before other: OutboxRecord) -> Bool {
    (order, sequence) < (other.order, other.sequence)
  }

  func goesBefore(_ other: OutboxRecord) -> Bool {
    (dueAt, order) < (other.dueAt, other.order)
  }

  /// Whether its problem rather than the other's says how things stand.
  func tellsMore(than other: OutboxRecord) -> Bool {
    guard isGivenUp == other.isGivenUp else { return other.isGivenUp }
    guard dueAt == other.dueAt else { return (dueAt < other.dueAt) != isGivenUp }
    return isListed(before: other)
  }
}
