import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import StatusUpdates

/// Where a person is on the way from an appetite to a delivered meal.
///
/// It changes only by what the flows answer, and knows no screen and no store.
struct Journey: Sendable {
  /// The flow that is to run, with all that the flows before it have answered.
  enum Stage: Sendable, Hashable {
    case ordering(OrderParameters)
    case sourcing(Order)
    case paying(Order, ChefAssignment)
    case following(Order, ChefAssignment, Receipt)
    case ended(Ending)
  }

  enum Answer: Sendable {
    case ordered(FlowResult<Order>)
    case sourced(FlowResult<ChefAssignment>)
    case paid(FlowResult<Receipt>)
    case followed(FlowResult<FollowOutcome>)
  }

  /// Why no further flow is to run.
  enum Ending: Sendable, Hashable {
    case arrived(FollowOutcome)
    /// The person backed out; an order that was placed before remains.
    case cancelled
    /// A flow has failed; an order that was placed before remains.
    case failed(FlowFailure)
  }

  private(set) var stage: Stage
  /// Where the meal goes and when, if a link says so.
  private(set) var request: SourcingRequest?
  private(set) var order: Order?
  private(set) var assignment: ChefAssignment?
  private(set) var receipt: Receipt?

  init(_ parameters: OrderParameters = OrderParameters()) {
    stage = .ordering(parameters)
  }

  init(
    resuming order: Order,
    assignment: ChefAssignment?,
    receipt: Receipt?,
    request: SourcingRequest? = nil
  ) {
    self.order = order
    self.request = request
    self.assignment = assignment
    self.receipt = receipt
    switch (assignment, receipt) {
    case (nil, _): stage = .sourcing(order)
    case (let assignment?, nil): stage = .paying(order, assignment)
    case (let assignment?, let receipt?): stage = .following(order, assignment, receipt)
    }
  }

  var ending: Ending? {
    if case .ended(let ending) = stage { ending } else { nil }
  }

  /// Whether the last flow has completed, with an order that was not cancelled.
  var hasArrived: Bool {
    if case .arrived(let outcome) = ending { outcome.timeline.status != .cancelled } else { false }
  }

  /// Whether no chef accepted the order, which has ended by that.
  var hasNoChef: Bool {
    if case .failed(let failure) = ending { failure.code == .chefsDeclined } else { false }
  }

  /// Returns the output that a flow on the way has completed with; throws as the flow that has
  /// ended the journey did.
  func get<Output>(_ output: Output?) throws -> Output {
    switch ending {
    case .cancelled: throw CancellationError()
    case .failed(let failure): throw failure
    case .arrived, nil: break
    }
    guard let output else { throw FlowFailure.abandoned }
    return output
  }

  /// The journey as an answer moves it on.
  func moved(by answer: Answer) -> Journey {
    var journey = self
    journey.receive(answer)
    return journey
  }

  /// The journey as an error ends it.
  func ended(by error: any Error) -> Journey {
    var journey = self
    journey.proceed(FlowResult<Stage>(endedBy: error)) { _, stage in stage }
    return journey
  }

  /// Moves on by an answer; one that does not belong to the present stage changes nothing.
  mutating func receive(_ answer: Answer) {
    switch (stage, answer) {
    case (.ordering, .ordered(let result)):
      proceed(result) { journey, order in
        journey.order = order
        return .sourcing(order)
      }
    case (.sourcing(let order), .sourced(let result)):
      proceed(result) { journey, assignment in
        journey.assignment = assignment
        return .paying(order, assignment)
      }
    case (.paying(let order, let assignment), .paid(let result)):
      proceed(result) { journey, receipt in
        journey.receipt = receipt
        return .following(order, assignment, receipt)
      }
    case (.following, .followed(let result)):
      proceed(result) { _, outcome in .ended(.arrived(outcome)) }
    default:
      break
    }
  }

  private mutating func proceed<Output>(
    _ result: FlowResult<Output>,
    _ next: (inout Journey, Output) -> Stage
  ) {
    switch result {
    case .completed(let output): stage = next(&self, output)
    case .cancelled: stage = .ended(.cancelled)
    case .failed(let failure): stage = .ended(.failed(failure))
    }
  }
}
