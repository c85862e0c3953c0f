import FlowKit

/// An order as a kitchen sees it.
public struct KitchenOrder: Hashable, Sendable {
  /// The history of the order.
  public let timeline: Timeline
  /// The kitchen that cooks it; `nil` if no kitchen has accepted it.
  public let acceptance: Acceptance?

  /// The steps that a kitchen can take now.
  public func steps(for kitchen: KitchenName) -> [KitchenStep] {
    KitchenStep.allCases.filter { refusal(of: $0, by: kitchen) == nil }
  }

  /// Why a kitchen cannot take a step now; `nil` if it can.
  func refusal(of step: KitchenStep, by kitchen: KitchenName) -> FlowFailure? {
    if let acceptance, acceptance.kitchen != kitchen || step == .accept {
      return FlowFailure(
        .acceptedElsewhere,
        "order '\(timeline.order)' is already accepted by kitchen '\(acceptance.kitchen)'"
      )
    }
    guard timeline.status != .placed else {
      return FlowFailure(
        .refusedStep,
        "order '\(timeline.order)' is 'placed' and waits for its customer, expected "
          + "'\(Status.chefAssigned.rawValue)' or later"
      )
    }
    guard let status = step.status else {
      return timeline.status == .chefAssigned ? nil : timeline.refusal(of: step)
    }
    guard timeline.status.successors.contains(status) else { return timeline.refusal(of: step) }
    guard step != .cook || acceptance != nil else {
      return FlowFailure(
        .notAccepted,
        "order '\(timeline.order)' is not accepted yet",
        help: "accept it first, so that no other kitchen cooks it"
      )
    }
    return nil
  }
}

extension Timeline {
  /// That a step does not follow from the order's status.
  fileprivate func refusal(of step: KitchenStep) -> FlowFailure {
    let next = KitchenStep.allCases.filter { step in
      step.status.map(status.successors.contains) ?? false
    }
    let expected = next.map { "'\($0.rawValue)'" }.joined(separator: " or ")
    return FlowFailure(
      .refusedStep,
      "order '\(order)' is '\(status.rawValue)' and does not allow '\(step.rawValue)'"
        + (next.isEmpty ? "" : ", expected \(expected)")
    )
  }
}
