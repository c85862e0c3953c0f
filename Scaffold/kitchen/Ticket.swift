import ChefSourcing
import FlowKit
import Foundation
import OrderProcessing
import StatusUpdatesInterface

/// An order as a kitchen's people read it: for whom it is, how far it is, and what is on the plates.
struct Ticket: Sendable {
  /// What the chef has to do with the order.
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

  init(timeline: Timeline, stage: Stage, order: Order?) {
    self.timeline = timeline
    self.stage = stage
    self.order = order
  }

  var id: String { timeline.order.rawValue }

  var chefID: Chef.ID {
    switch stage {
    case .offered(let record), .declined(let record): record.offer.chefID
    case .accepted(let assignment): assignment.chefID
    }
  }

  var chefName: String {
    switch stage {
    case .offered(let record), .declined(let record): record.offer.chefName
    case .accepted(let assignment): assignment.chefName
    }
  }

  /// Where the meal goes.
  var destination: String {
    switch stage {
    case .offered(let record), .declined(let record): record.offer.destination
    case .accepted(let assignment): assignment.destination
    }
  }

  /// When the meal is due at its destination; of an offer, as if it were accepted when it was made.
  var due: Date {
    switch stage {
    case .offered(let record), .declined(let record):
      ChefAssignment(of: record.offer, at: record.offer.madeAt).due
    case .accepted(let assignment): assignment.due
    }
  }

  /// Until when the offer can be answered; `nil` once it is answered.
  var answerBy: Date? {
    if case .offered(let record) = stage { record.offer.answerBy } else { nil }
  }

  /// When it became what it is.
  var since: Date {
    switch stage {
    case .offered(let record), .declined(let record): record.offer.madeAt
    case .accepted(let assignment): max(assignment.assignedAt, timeline.latest.at)
    }
  }

  /// The steps that the kitchen can take now.
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
