import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import StatusUpdates

/// Starts the flow of each stage of a journey, and moves the journey on by the callback's result.
struct Coordinator: Sendable {
  private let app: Composition
  private let presenter: any Presenter

  init(_ app: Composition, on presenter: any Presenter) {
    self.app = app
    self.presenter = presenter
  }

  /// Runs a journey to its end.
  ///
  /// - Throws: what the app's own bookkeeping between two flows throws, with what became of the
  ///   order; how a flow ended is in the journey.
  func run(_ journey: Journey) async throws -> Journey {
    var journey = journey
    let (answers, inbox) = AsyncStream<Journey.Answer>.makeStream()
    // A run that was killed may have left unwritten what its last flow brought about.
    try await record(journey)
    var handle = start(journey.stage, inbox)
    defer { handle?.cancel() }
    for await answer in answers {
      journey.receive(answer)
      try await record(journey)
      guard journey.ending == nil else { break }
      handle = start(journey.stage, inbox)
    }
    return journey
  }

  /// The result of an order flow alone, with the order under way when it completed.
  ///
  /// - Throws: how the flow ended otherwise; as ``run(_:)``.
  func order(_ parameters: OrderParameters) async throws -> Order {
    let order = try await app.orderFlow().start(parameters, on: presenter).get()
    do {
      try await app.place(order)
    } catch let failure as FlowFailure {
      throw order.explaining(failure)
    }
    return order
  }

  private func start(
    _ stage: Journey.Stage,
    _ inbox: AsyncStream<Journey.Answer>.Continuation
  ) -> FlowHandle? {
    switch stage {
    case .ordering(let parameters):
      app.orderFlow().start(parameters, on: presenter) { inbox.yield(.ordered($0)) }
    case .sourcing(let order):
      app.sourcing.start(app.sourcingRequest(for: order), on: presenter) {
        inbox.yield(.sourced($0))
      }
    case .paying(let order, let assignment):
      app.payments.pay.start(app.paymentRequest(for: order, assignment), on: presenter) {
        inbox.yield(.paid($0))
      }
    case .following(let order, let assignment, _):
      app.status.followFlow.start(app.followRequest(for: order, assignment), on: presenter) {
        inbox.yield(.followed($0))
      }
    case .ended:
      nil
    }
  }

  private func record(_ journey: Journey) async throws {
    do {
      try await record(journey.stage)
    } catch let failure as FlowFailure {
      throw journey.explaining(failure)
    }
  }

  /// Writes into the order's timeline what the flows have brought about.
  private func record(_ stage: Journey.Stage) async throws {
    switch stage {
    case .sourcing(let order):
      try await app.place(order)
    case .following(let order, let assignment, _):
      try await app.place(order)
      let reference = OrderReference(order)
      guard try await app.status.tracker.timeline(of: reference).status == .placed else { return }
      try await app.advance(reference, to: .chefAssigned, note: "\(assignment.chefName) cooks")
    case .ordering, .paying, .ended:
      break
    }
  }
}
