import FlowKit
import FlowTesting
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

/// Puts the questions to a script, and the one of a key once the gate is open.
struct GatedPresenter: Presenter {
  let base: ScriptedPresenter
  let key: String
  let gate = Gate()

  init(_ script: [ScriptedAnswer], before key: String) {
    base = ScriptedPresenter(script)
    self.key = key
  }

  func response(to prompt: Prompt) async throws -> Response {
    if prompt.key == key { await gate.pass() }
    return try await base.response(to: prompt)
  }
}
