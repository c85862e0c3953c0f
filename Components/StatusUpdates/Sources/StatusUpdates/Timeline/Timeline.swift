public import FlowKit
public import Foundation

/// The history of one order: a state machine that refuses steps that are not allowed.
public struct Timeline: Hashable, Sendable {
  public let order: OrderReference
  /// Each step from the first, which is always `placed`; never empty.
  public let changes: [StatusChange]

  /// Starts the timeline of an order that was just placed.
  public init(order: OrderReference, placedAt instant: Date, note: String? = nil)
    throws(FlowFailure)
  {
    try order.validate()
    let note = try Self.checked(note)
    self.order = order
    changes = [
      StatusChange(sequence: 1, status: .placed, at: instant.wholeMilliseconds, note: note)
    ]
  }

  /// Makes a timeline of stored steps.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/damagedTimeline`` if the steps are not a valid
  ///   sequence.
  public init(order: OrderReference, changes: [StatusChange]) throws(FlowFailure) {
    if let fault = Self.fault(in: changes) {
      throw FlowFailure(.damagedTimeline, "the timeline of order '\(order)' is damaged: \(fault)")
    }
    self.order = order
    self.changes = changes
  }

  private init(unchecked changes: [StatusChange], of order: OrderReference) {
    self.order = order
    self.changes = changes
  }

  public var latest: StatusChange {
    changes[changes.endIndex - 1]
  }

  public var status: Status {
    latest.status
  }

  /// The timeline with one more step.
  ///
  /// A step is never earlier than the one before it, even if the clock was set back.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/refusedStep`` or ``FlowFailure/Code/invalidNote``.
  public func advanced(to next: Status, at instant: Date, note: String? = nil) throws(FlowFailure)
    -> Timeline
  {
    guard status.successors.contains(next) else { throw refusal(of: next) }
    let change = StatusChange(
      sequence: latest.sequence + 1,
      status: next,
      at: max(instant.wholeMilliseconds, latest.at),
      note: try Self.checked(note)
    )
    return Timeline(unchecked: changes + [change], of: order)
  }

  private func refusal(of next: Status) -> FlowFailure {
    let reason =
      status.isFinal
      ? "'\(status.rawValue)' is final"
      : "expected \(status.successors.map { "'\($0.rawValue)'" }.joined(separator: " or "))"
    return FlowFailure(
      .refusedStep,
      "order '\(order)' is '\(status.rawValue)' and cannot become '\(next.rawValue)', \(reason)"
    )
  }

  private static let longestNote = 200

  private static func checked(_ note: String?) throws(FlowFailure) -> String? {
    guard let note = note?.trimmingSpaces(), !note.isEmpty else { return nil }
    guard note.count <= longestNote, note == note.printable else {
      throw FlowFailure(
        .invalidNote,
        "invalid note '\(String(note.prefix(40)).printable)' of \(note.count) characters, expected "
          + "one line of at most \(longestNote)"
      )
    }
    return note
  }

  private static func fault(in changes: [StatusChange]) -> String? {
    guard let first = changes.first else { return "it has no steps" }
    guard first.status == .placed else {
      return "it begins with '\(first.status.rawValue)', expected 'placed'"
    }
    for (index, change) in changes.enumerated() where change.sequence != index + 1 {
      return "step \(index + 1) has number \(change.sequence)"
    }
    for (change, next) in zip(changes, changes.dropFirst()) {
      guard change.status.successors.contains(next.status) else {
        return "'\(next.status.rawValue)' follows '\(change.status.rawValue)'"
      }
      guard change.at <= next.at else {
        return "step \(next.sequence) is earlier than the one before"
      }
    }
    return nil
  }
}
