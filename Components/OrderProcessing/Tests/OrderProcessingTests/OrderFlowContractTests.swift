import FlowTesting
import OrderProcessing
import Testing

struct OrderFlowContractTests {
  private let contract = FlowContract(
    parameters: OrderParameters.sample(cuisine: "thai"),
    answers: [
      .dishes("curry", "rice"), .quantity(2), .quantity(1), .flavour("smoky"), .done(false),
      .dishes("noodles"), .quantity(1), .flavour("classic"), .done(true),
    ],
    badParameters: [
      OrderParameters.sample(cuisine: "klingon"),
      OrderParameters.sample(dishes: [("rice", 0)]),
      OrderParameters.sample(dishes: [("rice", 1), ("rice", 1)]),
      OrderParameters.sample(cuisine: "italian", dishes: [("rice", 1)]),
      OrderParameters.sample(flavour: "bland"),
    ],
    makeFlow: {
      OrderFlow.sample(newID: { OrderID.random() })
    }
  )

  @Test(.timeLimit(.minutes(1)), arguments: FlowRule.allCases)
  func `the order flow keeps the contract of flows`(rule: FlowRule) async throws {
    try await contract.verify(rule)
  }
}
