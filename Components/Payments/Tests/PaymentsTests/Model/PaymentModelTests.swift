@testable import Payments
import Testing

struct PaymentModelTests {
  private static let sequences: UInt64 = 10_000
  private static let shares: UInt64 = 20

  @Test(arguments: 0..<shares)
  func `random commands, faults and kills never differ from the model`(share: UInt64) async throws {
    var kills = 0
    for seed in stride(from: share, to: Self.sequences, by: Int(Self.shares)) {
      var simulation = PaymentSimulation(seed: seed)
      do {
        try await simulation.run(commands: 5)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
      kills += simulation.kills
    }
    // A simulation that never kills would show little.
    #expect(kills > 100)
  }
}
