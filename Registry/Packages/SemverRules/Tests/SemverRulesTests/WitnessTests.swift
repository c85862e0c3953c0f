import SemverRules
import Testing

/// Changes of all kinds, each with a client: what is called breaking breaks it, and the rest does not.
struct WitnessTests {
  private static let run = WitnessRun.start(Witness.all)

  @Test(arguments: Witness.all)
  func `a change is judged as the compiler judges a client`(witness: Witness) async throws {
    let outcome = try #require(try await Self.run.value.outcomes[witness.name])
    #expect(outcome.failure == nil)
    #expect(outcome.before == nil)
    if !witness.client.isEmpty {
      #expect((outcome.after != nil) == witness.isBreaking, "\(outcome.after ?? "it compiles")")
    }
    let lines = outcome.difference.changes.map(\.line)
    #expect(Set(outcome.difference.changes.map(\.rule)) == Set(witness.rules), "\(lines)")
    #expect((outcome.difference.level == .breaking) == witness.isBreaking, "\(lines)")
  }

  @Test func `each has a name of its own`() {
    #expect(Set(Witness.all.map(\.name)).count == Witness.all.count)
  }
}
