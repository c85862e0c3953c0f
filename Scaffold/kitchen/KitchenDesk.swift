import ChefSourcing
import FlowKit
import OrderProcessing
import OrderProcessingStorage
import StatusUpdates

/// The step that a kitchen takes of an order.
struct StepRequest: Sendable {
  let step: KitchenStep
  /// The order's identifier, in upper or lower case; `nil` to ask for one of those that allow it.
  let order: String?
  var reason: String?
}

/// The orders as a kitchen sees them, and the steps that it takes: the kitchen is the chef.
///
/// A step is a flow, which is answered with the order after it. Each is one transaction that compares
/// and sets: if a customer cancels while the kitchen accepts or hands over, one of them is refused.
struct KitchenDesk: SequentialFlow {
  typealias Parameters = StepRequest
  typealias Output = Ticket

  let chef: Chef?
  let tracker: StatusTracker
  let offers: ChefDesk
  let orders: SQLiteOrderStore

  /// The orders that are for this kitchen: offered or accepted, and not at their end; oldest first.
  func tickets() async throws -> [Ticket] {
    var tickets: [Ticket] = []
    for timeline in try await tracker.openTimelines() {
      if let ticket = try await ticket(with: timeline), isForThisKitchen(ticket) {
        tickets.append(ticket)
      }
    }
    return tickets
  }

  /// Returns the orders that have been cancelled since they were read.
  func cancelled(of tickets: [Ticket]) async throws -> [Ticket] {
    var cancelled: [Ticket] = []
    for ticket in tickets {
      let timeline = try await tracker.timeline(of: ticket.timeline.order)
      if timeline.status == .cancelled { cancelled.append(ticket.moved(to: timeline)) }
    }
    return cancelled
  }

  /// Asks which order it is where none is named, takes the step, and returns the order after it.
  func run(_ request: StepRequest, on presenter: any Presenter) async throws -> Ticket {
    let step = request.step
    if let order = request.order {
      let reference = OrderReference(rawValue: order.lowercased())
      return try await take(step, of: reference, reason: request.reason)
    }
    let tickets = try await tickets().filter { $0.steps.contains(step) }
    guard !tickets.isEmpty else {
      throw FlowFailure(.refusedStep, "there is no order to \(step.rawValue)")
    }
    let ticket = try await presenter.ask(.chooseOne("order", "Which order?", from: tickets))
    return try await take(step, of: ticket.timeline.order, reason: request.reason)
  }

  private func take(
    _ step: KitchenStep,
    of reference: OrderReference,
    reason: String?
  ) async throws -> Ticket {
    try reference.validate()
    let timeline = try await tracker.timeline(of: reference)
    let ticket = try await ticket(with: timeline)
    if let ticket { try requireForThisKitchen(ticket) }
    guard let ticket, ticket.steps.contains(step) else {
      throw refusal(of: step, timeline, ticket)
    }
    switch (step, ticket.stage) {
    case (.accept, .offered(let record)):
      return ticket.moved(to: .accepted(try await offers.accept(record)))
    case (.decline, .offered(let record)):
      let reason = try Self.checked(reason) ?? "the kitchen cannot take it"
      try await offers.decline(record, reason: reason)
      return ticket.moved(to: .declined(record))
    default:
      guard let status = step.status else { throw refusal(of: step, timeline, ticket) }
      let note = try note(on: step, ticket, Self.checked(reason))
      return ticket.moved(to: try await tracker.advance(reference, to: status, note: note))
    }
  }

  /// An order with what its chef has to do with it; `nil` if it is offered to nobody.
  private func ticket(with timeline: Timeline) async throws -> Ticket? {
    let stage: Ticket.Stage
    if let assignment = try await offers.assignment(forOrder: timeline.order) {
      stage = .accepted(assignment)
    } else if let record = try await offers.openOffer(forOrder: timeline.order),
      !timeline.status.isFinal
    {
      stage = .offered(record)
    } else {
      return nil
    }
    let id = OrderID(rawValue: timeline.order.rawValue)
    return Ticket(timeline: timeline, stage: stage, order: try await orders.order(id))
  }

  private func isForThisKitchen(_ ticket: Ticket) -> Bool {
    chef == nil || ticket.chefID == chef?.id
  }

  private func requireForThisKitchen(_ ticket: Ticket) throws {
    guard !isForThisKitchen(ticket) else { return }
    throw FlowFailure(
      .chefsNoOffer,
      "order '\(ticket.id)' is for the kitchen of \(ticket.chefName)"
    )
  }

  private func refusal(
    of step: KitchenStep,
    _ timeline: Timeline,
    _ ticket: Ticket?
  ) -> FlowFailure {
    guard let ticket else {
      return timeline.status.isFinal
        ? FlowFailure(.refusedStep, "order '\(timeline.order)' is already \(timeline.status.label)")
        : FlowFailure(
          .chefsNoOffer,
          "order '\(timeline.order)' is not offered any more, or was offered to nobody yet"
        )
    }
    let possible = ticket.steps.map(\.participle).joined(separator: " or ")
    return FlowFailure(
      .refusedStep,
      "order '\(timeline.order)' is \(ticket.status) and cannot be \(step.participle) now",
      help: possible.isEmpty ? nil : "it can be \(possible)"
    )
  }

  private func note(on step: KitchenStep, _ ticket: Ticket, _ reason: String?) -> String? {
    switch step {
    case .cook: "the pans of \(ticket.chefName) are on the fire"
    case .handOver: "a courier has the meal"
    case .deliver: "enjoy your meal"
    case .cancel: "given up by \(ticket.chefName)" + (reason.map { ": \($0)" } ?? "")
    case .accept, .decline: nil
    }
  }

  /// A reason of one line; `nil` for an empty one.
  private static func checked(_ reason: String?) throws -> String? {
    guard let reason = reason?.trimmingSpaces(), !reason.isEmpty else { return nil }
    guard reason.count <= 120, reason == reason.printable else {
      throw FlowFailure(
        .invalidAnswer,
        "invalid reason '\(String(reason.prefix(40)).printable)', expected one line of at most 120 "
          + "characters"
      )
    }
    return reason
  }
}
