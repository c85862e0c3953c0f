import FlowKit
import Payments
import PaymentsInterface

/// A processor that answers when the test says so.
struct GatedProcessor: ProcessorStore {
  let memory = InMemoryProcessorStore()
  let charging = Gate(isOpen: true)
  let refunding = Gate(isOpen: true)

  func remember(_ charge: ProcessorCharge) async throws -> ProcessorCharge {
    let remembered = try await memory.remember(charge)
    await charging.pass()
    return remembered
  }

  func charge(for key: IdempotencyKey) async throws -> ProcessorCharge? {
    try await memory.charge(for: key)
  }

  func charge(reference: String) async throws -> ProcessorCharge? {
    try await memory.charge(reference: reference)
  }

  func refund(reference: String) async throws -> ProcessorRefund? {
    try await memory.refund(reference: reference)
  }

  func charge(_ id: ChargeID) async throws -> ProcessorCharge? {
    try await memory.charge(id)
  }

  func remember(
    _ refund: ProcessorRefund,
    limit: Int64,
    refusal: RefundAnswer
  ) async throws -> ProcessorRefund {
    let remembered = try await memory.remember(refund, limit: limit, refusal: refusal)
    await refunding.pass()
    return remembered
  }

  func refund(for key: IdempotencyKey) async throws -> ProcessorRefund? {
    try await memory.refund(for: key)
  }
}

/// Puts the questions to another presenter once the gate before them is open.
struct GatedPresenter: Presenter {
  let base: any Presenter
  let key: String
  let gate: Gate

  func response(to prompt: Prompt) async throws -> Response {
    if prompt.key == key { await gate.pass() }
    return try await base.response(to: prompt)
  }
}
