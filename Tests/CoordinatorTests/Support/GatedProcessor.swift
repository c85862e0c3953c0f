import FlowKit
import Persistence

@testable import Payments

/// A processor that answers when the test says so.
struct GatedProcessor {
  let memory: ProcessorStore
  let charging = Gate(isOpen: true)
  let refunding = Gate(isOpen: true)

  init() {
    let database = SharedDatabase(inMemory: ProcessorStore.schema)
    let books = ProcessorStore { database }
    memory = ProcessorStore { [charging, refunding] in
      database.observed { moment in
        guard moment.isWrite, moment.isAfter else { return }
        // No test charges anything after a refund.
        let isCharge = try await books.all(ProcessorRefund.self).isEmpty
        await (isCharge ? charging : refunding).pass()
      }
    }
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
