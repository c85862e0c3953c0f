import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import StatusUpdates

/// Starts the flow of each stage of a journey, and moves the journey on by the callback's result.
struct Coordinator: Sendable {
  let app: Composition
  let presenter: any Presenter
  private let beforePlacing: @Sendable (Order) async throws -> Void

  init(
    _ app: Composition,
    on presenter: any Presenter,
    beforePlacing: @escaping @Sendable (Order) async throws -> Void = { _ in }
  ) {
    self.app = app
    self.presenter = presenter
    self.beforePlacing = beforePlacing
  }

  /// Runs a journey to its end, or until the task is cancelled.
  ///
  /// A flow past its point of no return, such as a payment that has begun, is waited for even then.
  func run(_ journey: Journey) async throws -> Journey {
    var journey = journey
    // A run that was killed may have left unwritten what its last flow brought about.
    try await record(journey)
    while journey.ending == nil {
      journey = await advance(journey)
      // Also for who backs out now: what was answered has happened.
      try await record(journey)
      guard !Task.isCancelled else { break }
    }
    // A person who did not reach the end is told that the order remains, which must be true.
    if let order = journey.order, !journey.hasArrived, !journey.hasNoChef {
      try await Cancellation(app: app).endIfCancelled(OrderReference(order))
    }
    return journey
  }

  /// Cancels the order of a journey that a wrong or missing answer has ended before it was paid: who
  /// runs the command again with other answers orders again.
  func takeBack(_ journey: Journey) async throws {
    guard case .failed(let failure) = journey.ending, failure.isOfAnswer,
      let order = journey.order, journey.receipt == nil
    else { return }
    do {
      _ = try await Cancellation(app: app).cancel(OrderReference(order))
    } catch is FlowFailure {
      // The order remains, and the failure says so.
      return
    }
    throw failure.adding(help: "order '\(order.id)' is cancelled, and nothing was charged")
  }

  /// The result of an order flow alone, with the order under way when it completed.
  func order(_ parameters: OrderParameters) async throws -> Order {
    let journey = await advance(Journey(parameters))
    try await record(journey)
    return try journey.get(journey.order)
  }

  /// Runs the flow of the journey's stage, with what the app does before and after it.
  ///
  /// This is where the results of flows come in: the journey moves on in the flow's callback.
  func advance(_ journey: Journey) async -> Journey {
    do {
      try await prepare(journey.stage)
      let moved = try await waitForCallback { callback in
        try start(journey) { moved in callback(.completed(moved)) }
      }.get()
      try await settle(journey.stage, moved)
      return moved
    } catch {
      return journey.ended(by: error)
    }
  }

  /// Starts the component's flow of the journey's stage; `next` gets the journey as the result moves
  /// it on.
  private func start(
    _ journey: Journey,
    then next: @escaping @Sendable (Journey) -> Void
  ) throws -> FlowHandle {
    switch journey.stage {
    case .ordering(let parameters):
      let flow = app.orderFlow(checking: beforePlacing)
      return flow.start(parameters, on: presenter) { result in
        next(journey.moved(by: .ordered(result)))
      }
    case .sourcing(let order):
      let request = journey.request ?? app.sourcingRequest(for: order)
      return try app.sourcing.start(request, on: presenter) { result in
        next(journey.moved(by: .sourced(result)))
      }
    case .paying(let order, let assignment):
      let request = app.paymentRequest(for: order, assignment)
      return try app.payments.pay.start(request, on: presenter) { result in
        next(journey.moved(by: .paid(result)))
      }
    case .following(let order, let assignment, _):
      let request = app.followRequest(for: order, assignment)
      return try app.following.start(request, on: presenter) { result in
        next(journey.moved(by: .followed(result)))
      }
    case .ended:
      next(journey)
      return FlowHandle {}
    }
  }

  private func record(_ journey: Journey) async throws {
    do {
      try await record(journey.stage)
    } catch let failure as FlowFailure {
      throw journey.explaining(failure, advising: app.context.invocation)
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
      guard try await app.tracker.timeline(of: reference).status == .placed else { return }
      try await app.tellKitchen(reference, assignment)
    case .ordering, .paying, .ended:
      break
    }
  }
}
