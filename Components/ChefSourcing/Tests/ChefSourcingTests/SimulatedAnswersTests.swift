import FlowKit
import Testing

@testable import ChefSourcing

@Suite(.timeLimit(.minutes(1))) struct SimulatedAnswersTests {
  @Test func `the same offer always gets the same answer`() async throws {
    let first = try await states(of: 0..<40)
    #expect(try await states(of: 0..<40) == first)
  }

  @Test func `most accept, some decline, a few do not answer, and each answer is stored`()
    async throws
  {
    var (accepted, silent) = (0, 0)
    var reasons: [String] = []
    for state in try await states(of: 0..<200) {
      switch state {
      case .accepted(let instant):
        accepted += 1
        #expect(instant == Sample.now)
      case .declined(let reason): reasons.append(reason)
      case .open: silent += 1
      case .withdrawn: Issue.record("a kitchen withdraws nothing")
      }
    }
    #expect((130...170).contains(accepted))
    #expect((20...55).contains(reasons.count))
    #expect((4...25).contains(silent))
    #expect(Set(reasons).count == 5)
  }

  /// What is stored after each order was offered.
  private func states(of orders: Range<Int>) async throws -> [OfferState] {
    let store = OfferStore.inMemory()
    let answers = SimulatedAnswers(store: store, now: { Sample.now })
    var states: [OfferState] = []
    for order in orders {
      let record = try await store.put(Sample.offer(to: "mai-srisai", for: "order-\(order)"))
      // A silent chef shows once the task is cancelled: the others answer without waiting.
      let task = Task { try await answers.answer(to: record) }
      task.cancel()
      _ = try? await task.value
      states.append(try #require(try await store.latestOffer(forOrder: "order-\(order)")).state)
    }
    return states
  }
}
