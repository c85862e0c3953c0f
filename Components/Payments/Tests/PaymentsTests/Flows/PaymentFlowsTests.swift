import FlowKit
import FlowTesting
import Testing

@testable import Payments

@Suite(.timeLimit(.minutes(1)))
struct PaymentFlowsTests {
  @Test func `the component wires itself`() async throws {
    let flows = try PaymentFlows(
      store: .inMemory(),
      processor: .inMemory()
    )
    #expect(try await flows.recover() == [])
    let receipt = try await flows.pay.start(
      request,
      on: ScriptedPresenter([
        ScriptedAnswer("card", .choice("server-error")),
        ScriptedAnswer("pay", .confirmed(true)),
      ])
    ).get()
    let receipts = await flows.receipt.start(order, on: ScriptedPresenter([]))
    #expect(receipts == .completed([receipt]))
  }

  @Test func `a delay that is empty is none`() throws {
    _ = try PaymentFlows(
      store: .inMemory(),
      processor: .inMemory(),
      environment: ["COOKR_SANDBOX_DELAY": " "]
    )
  }

  @Test(arguments: ["soon", "-1", "61", "nan"])
  func `a delay that makes no sense is refused`(text: String) {
    let failure = FlowFailure(
      .invalidSetting,
      "invalid COOKR_SANDBOX_DELAY '\(text)', expected 0 to 60 seconds"
    )
    #expect(throws: failure) {
      try PaymentFlows(
        store: .inMemory(),
        processor: .inMemory(),
        environment: ["COOKR_SANDBOX_DELAY": text]
      )
    }
  }
}
