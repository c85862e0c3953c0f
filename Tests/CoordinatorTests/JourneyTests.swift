import ChefSourcing
import FlowKit
import Foundation
import OrderProcessing
import Payments
import StatusUpdates
import Testing

@testable import cookr

/// Where a person is changes by what flows answer, and by nothing else.
struct JourneyTests {
  @Test func `an order leads to looking for a chef`() throws {
    var journey = Journey()
    let order = try Self.order()
    journey.receive(.ordered(.completed(order)))
    #expect(journey.stage == .sourcing(order))
    #expect(journey.order == order)
  }

  @Test func `backing out of the order ends without one`() {
    var journey = Journey()
    journey.receive(.ordered(.cancelled))
    #expect(journey.ending == .cancelled)
    #expect(journey.order == nil)
  }

  @Test func `a failure keeps the order that was placed`() throws {
    var journey = Journey()
    let order = try Self.order()
    let failure = FlowFailure(.chefsNone, "nobody cooks")
    journey.receive(.ordered(.completed(order)))
    journey.receive(.sourced(.failed(failure)))
    #expect(journey.ending == .failed(failure))
    #expect(journey.order == order)
  }

  @Test func `an answer that belongs to another stage changes nothing`() throws {
    var journey = Journey()
    journey.receive(.sourced(.completed(Self.assignment)))
    journey.receive(.paid(.cancelled))
    #expect(journey.stage == .ordering(OrderParameters()))
    #expect(journey.assignment == nil)
  }

  @Test func `an order with a chef goes on with its payment`() throws {
    let order = try Self.order()
    let journey = Journey(resuming: order, assignment: Self.assignment, receipt: nil)
    #expect(journey.stage == .paying(order, Self.assignment))
  }

  @Test func `an order without a chef goes on with looking for one`() throws {
    let order = try Self.order()
    let journey = Journey(resuming: order, assignment: nil, receipt: nil)
    #expect(journey.stage == .sourcing(order))
  }

  private static func order() throws -> Order {
    try Order(
      id: OrderID(rawValue: "7g4k2-qxm0p"),
      placedAt: Date(timeIntervalSince1970: 1_800_000_000),
      lines: [
        OrderLine(
          dish: DishID(rawValue: "pad-thai"),
          name: "Pad Thai",
          cuisine: CuisineID(rawValue: "thai"),
          quantity: 2,
          unitPrice: Money(minorUnits: 1190, currency: .eur)
        )
      ],
      flavour: OrderFlavour(id: FlavourID(rawValue: "smoky"), name: "Smoky")
    )
  }

  private static let assignment = ChefAssignment(
    orderReference: "7g4k2-qxm0p",
    chefID: Chef.ID(rawValue: "mali"),
    chefName: "Mali",
    neighbourhood: "Old Harbour",
    destination: "Old Harbour 1",
    explanation: "4.9 stars",
    distance: Distance(metres: 1200),
    fee: Money(minorUnits: 500, currency: .eur),
    etaMinutes: 30,
    assignedAt: Date(timeIntervalSince1970: 1_800_000_060)
  )
}
