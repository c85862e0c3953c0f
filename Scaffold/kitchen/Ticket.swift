import ChefSourcing
import FlowKit
import Foundation
import OrderProcessing
import StatusUpdates

/// An order as a kitchen's people read it: for whom it is, how far it is, and what is on the plates.
struct Ticket: Sendable {
  /// The chef's part in the order.
  enum Stage: Sendable {
    case offered(OfferRecord)
    case accepted(ChefAssignment)
    /// Declined by the step that was just taken.
    case declined(OfferRecord)
  }

  private(set) var timeline: Timeline
  private(set) var stage: Stage
  /// `nil` for an order that is in no list of orders.
  let order: Order?

  var id: String { timeline.order.rawValue }

  /// The promise of its chef; for an offer, as if it were accepted when it was made.
  private var assignment: ChefAssignment {
    switch stage {
    case .offered(let record), .declined(let record):
      ChefAssignment(of: record.offer, at: record.offer.madeAt)
    case .accepted(let assignment): assignment
    }
  }

  var chefID: Chef.ID { assignment.chefID }
  var chefName: String { assignment.chefName }
  var destination: String { assignment.destination }
  var due: Date { assignment.due }

  /// Until when the offer can be answered; `nil` once it is answered.
  var answerBy: Date? {
    if case .offered(let record) = stage { record.offer.answerBy } else { nil }
  }

  var since: Date {
    if case .accepted = stage {
      max(assignment.assignedAt, timeline.latest.at)
    } else {
      assignment.assignedAt
    }
  }

  var steps: [KitchenStep] {
    switch (stage, timeline.status) {
    case (.declined, _): []
    case (.offered, _): [.accept, .decline]
    case (.accepted, .placed): [.cancel]
    case (.accepted, .chefAssigned): [.cook, .cancel]
    case (.accepted, .cooking): [.handOver, .cancel]
    case (.accepted, .onItsWay): [.deliver]
    case (.accepted, .delivered), (.accepted, .cancelled): []
    }
  }

  /// How far it is, in the words of those who cook.
  var status: String {
    switch (stage, timeline.status) {
    case (.declined, _): "declined"
    case (.offered, _): "offered"
    case (.accepted, .placed): "accepted, waits for payment"
    case (.accepted, .chefAssigned): "paid"
    case (.accepted, let status): status.label
    }
  }

  /// Such as `2 × Pad Thai, smoky`.
  var meal: String {
    guard let order else { return "unknown dishes" }
    let dishes = order.lines.map { "\($0.quantity) × \($0.name)" }
    return (dishes + [order.flavour.name.lowercased()]).joined(separator: ", ")
  }

  func moved(to stage: Stage) -> Ticket {
    var ticket = self
    ticket.stage = stage
    return ticket
  }

  func moved(to timeline: Timeline) -> Ticket {
    var ticket = self
    ticket.timeline = timeline
    return ticket
  }
}

extension Ticket: Choosable {
  var choice: Choice {
    Choice(id: id, label: id, detail: "\(status), \(meal)", aliases: [id.uppercased()])
  }
}

/// A step of a kitchen; the cases are in their usual order.
enum KitchenStep: String, Hashable, Sendable, CaseIterable {
  case accept
  /// Declines the offer, so that the next best chef is asked.
  case decline
  case cook
  case handOver = "hand-over"
  case deliver
  /// Gives up an order that was accepted; it is cancelled, and refunded if it was paid.
  case cancel

  /// The new status of the order; `nil` for an answer to an offer.
  var status: Status? {
    switch self {
    case .accept, .decline: nil
    case .cook: .cooking
    case .handOver: .onItsWay
    case .deliver: .delivered
    case .cancel: .cancelled
    }
  }

  /// The participle for an order after the step, such as `handed over`.
  var participle: String {
    switch self {
    case .accept: "accepted"
    case .decline: "declined"
    case .cook: "cooked"
    case .handOver: "handed over"
    case .deliver: "delivered"
    case .cancel: "given up"
    }
  }
}
