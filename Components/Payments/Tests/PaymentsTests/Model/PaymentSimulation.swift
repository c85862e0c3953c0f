import FlowKit
import FlowTesting
import Testing

@testable import Payments

/// Runs random commands on the cashier, killing the process now and then, and compares the app's books
/// with the processor's after each.
struct PaymentSimulation {
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  /// What can be paid once: an order's meal, or its tip.
  private struct Slot: Hashable {
    let order: Int
    let purpose: PaymentPurpose

    static let all = (0..<2).flatMap { order in
      PaymentPurpose.allCases.map { Slot(order: order, purpose: $0) }
    }

    var reference: OrderReference { OrderReference(rawValue: "order-\(order)") }

    /// Different in each slot, so that the processor's books tell them apart.
    func price() throws -> Quote {
      let extra = Int64(order) * 100
      return try purpose == .meal
        ? quote(meal: 1000 + extra, fee: 250, tip: 7) : quote(meal: 0, fee: 0, tip: 200 + extra)
    }
  }

  private var random: SeededGenerator
  private let fuse = Fuse()
  private var till: Till
  private var gateway: FusedGateway
  private(set) var kills = 0

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    (till, gateway) = try Self.makeProcess(after: Till(), fuse: fuse)
  }

  mutating func run(commands: Int) async throws {
    for _ in 0..<commands {
      let isDeaf = Int.random(in: 0..<5, using: &random) == 0
      let isDoomed = Int.random(in: 0..<4, using: &random) == 0
      gateway.setDeaf(isDeaf)
      fuse.light(after: isDoomed ? Int.random(in: 0..<20, using: &random) : nil)
      try await act()
      if fuse.isBlown {
        kills += 1
        try till.store.close()
        (till, gateway) = try Self.makeProcess(after: till, fuse: fuse)
      }
      fuse.light(after: nil)
      try await compare()
    }
    gateway.setDeaf(false)
    _ = try await till.cashier.recover()
    try await compare(isSettled: true)
  }

  private static func makeProcess(after last: Till, fuse: Fuse) throws -> (Till, FusedGateway) {
    var made: FusedGateway?
    let till = try last.another(fuse: fuse) { gateway in
      let fused = FusedGateway(gateway, fuse: fuse)
      made = fused
      return fused
    }
    guard let made else { preconditionFailure("a till wraps its gateway as it is made") }
    return (till, made)
  }

  /// Pays, refunds a part or recovers, now and then twice at the same time.
  private mutating func act() async throws {
    let times = Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1
    let slot = Slot.all[Int.random(in: 0..<Slot.all.count, using: &random)]
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5:
      let card = SandboxCard.allCases[Int.random(in: SandboxCard.allCases.indices, using: &random)]
      let price = try slot.price()
      try await submit(times) { till in
        _ = try await till.cashier.pay(price, for: slot.reference, slot.purpose, with: card.method)
      }
    case 5..<9:
      let amount = eur(Int64.random(in: 1...900, using: &random))
      try await submit(times) { till in
        guard let receipt = try await till.cashier.receipt(for: slot.reference, .meal) else {
          return
        }
        _ = try await till.cashier.refund(amount, of: receipt)
      }
    default:
      try await submit(times) { till in _ = try await till.cashier.recover() }
    }
  }

  /// Does the same several times at once; each may fail in the words of a flow, or be killed.
  private func submit(
    _ times: Int,
    _ work: @escaping @Sendable (Till) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<times {
        group.addTask { [till] in
          do {
            try await failureCode { try await work(till) }
          } catch is Fuse.Killed {}
        }
      }
      try await group.waitForAll()
    }
  }

  /// - Parameter isSettled: whether nothing may be left open.
  private func compare(isSettled: Bool = false) async throws {
    try check(gateway.repeatedLate == [], "a request is repeated after a search")
    var held: Int64 = 0
    for slot in Slot.all {
      let total = try slot.price().total
      let charges = try await till.charges.filter { $0.amount == total && $0.capture != nil }
      try check(charges.count <= 1, "\(slot) is charged twice")
      let history = try await till.store.history(of: slot.reference)
      let intent = history.live(slot.purpose)
      let made = try await till.refunds.filter {
        $0.isRefunded && $0.charge == charges.first?.capture?.charge
      }
      let known = history.refunds.filter {
        $0.intent == intent?.id && $0.outcome?.name == "refunded"
      }
      try check(
        intent?.capture == nil || intent?.capture == charges.first?.capture,
        "\(slot): \(history)"
      )
      try check(
        Set(known.map(\.key)).isSubset(of: made.map(\.key)),
        "refunds of \(slot): \(history)"
      )
      try check(made.reduce(0) { $0 + $1.amount.minorUnits } <= total.minorUnits, "\(made)")
      if isSettled {
        try check(intent?.capture == charges.first?.capture, "\(slot) is settled as \(history)")
        try check(known.count == made.count, "\(slot) is settled as \(history)")
      }
      held += intent?.capture?.amount.minorUnits ?? 0
      held -= known.reduce(0) { $0 + $1.amount.minorUnits }
    }
    // The balances are those of an audited ledger, in which each transaction sums to zero.
    try check(try await till.balances()[.processor, default: 0] == held, "the ledger")
  }

  private func check(_ isRight: Bool, _ fault: @autoclosure () -> String) throws {
    if !isRight { throw Difference(description: fault()) }
  }
}

struct PaymentSimulationTests {
  private static let sequences: UInt64 = 2_000
  private static let shares: UInt64 = 20

  @Test(arguments: 0..<shares)
  func `after random commands, faults and kills the books of both sides agree`(
    share: UInt64
  ) async throws {
    var kills = 0
    for seed in stride(from: share, to: Self.sequences, by: Int(Self.shares)) {
      do {
        var simulation = try PaymentSimulation(seed: seed)
        try await simulation.run(commands: 5)
        kills += simulation.kills
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
    // A simulation that never kills would show little.
    #expect(kills > 20)
  }
}
