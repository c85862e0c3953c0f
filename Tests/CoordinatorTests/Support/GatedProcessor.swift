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

/// A place that work passes when the test says so.
actor Gate {
  private var isOpen: Bool
  private var isReached = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var watching: [CheckedContinuation<Void, Never>] = []

  init(isOpen: Bool = false) {
    self.isOpen = isOpen
  }

  /// Returns as soon as the gate is open.
  func pass() async {
    isReached = true
    for watcher in watching { watcher.resume() }
    watching = []
    guard !isOpen else { return }
    await withCheckedContinuation { held.append($0) }
  }

  /// Waits until something has come to the gate.
  func reached() async {
    guard !isReached else { return }
    await withCheckedContinuation { watching.append($0) }
  }

  func open() {
    isOpen = true
    for work in held { work.resume() }
    held = []
  }

  func close() {
    isOpen = false
    isReached = false
  }
}
