public import FlowKit
public import Foundation

/// Stores what the customer's terminal is to say of each change, together with the change.
///
/// For the kitchen's app; the customers' app takes the messages with ``TerminalMessages``, as soon as
/// it runs.
public struct TerminalQueue: StatusSink {
  public let name = DestinationName.terminal.rawValue

  private let now: @Sendable () -> Date

  public init(now: @escaping @Sendable () -> Date = { Date.now }) {
    self.now = now
  }

  public func messages(about timeline: Timeline) throws -> [OutboxMessage] {
    let change = timeline.latest
    let note = change.note.map { " (\($0))" } ?? ""
    let message = OutboxMessage(about: timeline, to: .terminal, at: now()) { _ in
      "order \(timeline.order): \(change.status.label)\(note)"
    }
    return [message]
  }
}

/// The messages that wait for the customer's terminal.
public struct TerminalMessages: Sendable {
  private let store: StatusStore
  private let now: @Sendable () -> Date

  public init(_ store: StatusStore, now: @escaping @Sendable () -> Date = { Date.now }) {
    self.store = store
    self.now = now
  }

  /// Takes all messages that wait, in the order of their changes, one line each; each is taken once.
  public func take() async throws -> [String] {
    var lines: [String] = []
    while let entry = try await store.claimNext(for: .terminal, claim()) {
      lines.append(entry.message.body)
      try await store.markDelivered(entry.message.id)
    }
    return lines
  }

  /// Forgets the messages about changes of an order that a person has seen.
  public func forget(_ changes: [StatusChange], of order: OrderReference) async throws {
    for change in changes {
      let id = MessageID(destination: .terminal, order: order, sequence: change.sequence)
      try await store.markDelivered(id)
    }
  }

  private func claim() -> OutboxClaim {
    let instant = now()
    let id = ClaimID(rawValue: UUID().uuidString)
    return OutboxClaim(id: id, at: instant, until: instant.advanced(by: .seconds(30)))
  }
}

/// Writes a line of text for each change, such as `12:30:05  order A-17: on its way (by bicycle)`.
public struct TextSink: StatusSink {
  private let timeZone: TimeZone
  private let writeLine: @Sendable (String) -> Void

  public init(timeZone: TimeZone = .current, writeLine: @escaping @Sendable (String) -> Void) {
    self.timeZone = timeZone
    self.writeLine = writeLine
  }

  public var name: String { "text" }

  public func push(_ timeline: Timeline) async throws {
    let change = timeline.latest
    let note = change.note.map { " (\($0))" } ?? ""
    let time = change.at.timeOfDay(in: timeZone)
    writeLine("\(time)  order \(timeline.order): \(change.status.label)\(note)")
  }
}
