import FlowKit
import FlowTesting
import Testing

@testable import Payments

/// Runs random commands on the cashier and on the model, killing the process now and then, and
/// compares the two after each.
struct PaymentSimulation {
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  private static let methods = Dictionary(
    uniqueKeysWithValues: SandboxCard.allCases.map { ($0, $0.method) }
  )

  private var random: SeededGenerator
  private var model = PaymentModel()
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
      try await step(.random(using: &random))
    }
    gateway.setDeaf(false)
    _ = try await till.cashier.recover()
    model.settle()
    try await compare()
  }

  private mutating func step(_ command: PaymentCommand) async throws {
    let isDeaf = Int.random(in: 0..<5, using: &random) == 0
    let isDoomed = Int.random(in: 0..<4, using: &random) == 0
    gateway.setDeaf(isDeaf)
    fuse.light(after: isDoomed ? Int.random(in: 0..<20, using: &random) : nil)
    let results = try await perform(command)
    if fuse.isBlown {
      kills += 1
      try till.store.close()
      (till, gateway) = try Self.makeProcess(after: till, fuse: fuse)
      try await learn()
    } else {
      let expected = try predict(command, deaf: isDeaf)
      guard results == expected else {
        throw Difference(description: "\(command) ended as \(results), expected \(expected)")
      }
    }
    fuse.light(after: nil)
    try await compare()
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
}

extension PaymentSimulation {
  /// How each submission ended, sorted; empty for one that completed.
  private func perform(_ command: PaymentCommand) async throws -> [String] {
    switch command {
    case .pay(let slot, let card, let submissions):
      let price = try slot.price()
      let method = Self.methods[card] ?? card.method
      return try await submit(submissions) { till in
        _ = try await till.cashier.pay(price, for: slot.reference, slot.purpose, with: method)
      }
    case .refund(let order, let amount, let submissions):
      let slot = PaymentCommand.Slot(order: order, purpose: .meal)
      return try await submit(submissions) { till in
        guard let receipt = try await till.cashier.receipt(for: slot.reference, .meal) else {
          throw FlowFailure(.paymentsNotPaid, "")
        }
        _ = try await till.cashier.refund(eur(amount), of: receipt)
      }
    case .recover(let processes):
      return try await submit(processes) { till in
        _ = try await till.cashier.recover()
      }
    }
  }

  private func submit(
    _ times: Int,
    _ work: @escaping @Sendable (Till) async throws -> Void
  ) async throws -> [String] {
    try await withThrowingTaskGroup { group in
      for _ in 0..<times {
        group.addTask { [till] in
          do {
            return try await failureCode { try await work(till) }?.rawValue ?? ""
          } catch is Fuse.Killed {
            return "killed"
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted()
    }
  }

  private mutating func predict(_ command: PaymentCommand, deaf: Bool) throws -> [String] {
    switch command {
    case .pay(let slot, let card, let submissions):
      return (0..<submissions).map { _ in model.pay(slot, card, deaf: deaf)?.rawValue ?? "" }
        .sorted()
    case .refund(let order, let amount, let submissions):
      return try (0..<submissions)
        .map { _ in try model.refund(order, amount, deaf: deaf)?.rawValue ?? "" }
        .sorted()
    case .recover(let processes):
      if !deaf { model.settle() }
      return Array(repeating: "", count: processes)
    }
  }
}

extension PaymentSimulation {
  /// After a kill, the processor's books say what was done, and the store what was left open.
  private mutating func learn() async throws {
    model = PaymentModel()
    let (taken, back) = (try await till.charges, try await till.refunds)
    for slot in PaymentCommand.Slot.all {
      let history = try await till.store.history(of: slot.reference)
      if history.intents.contains(where: { $0.purpose == slot.purpose && $0.outcome == nil }) {
        model.open.insert(slot)
      }
      let total = try slot.price().total
      let charge = taken.first { $0.amount == total && $0.capture != nil }
      guard let charge else { continue }
      model.paid[slot] = Self.methods.first { $0.value.token == charge.card }?.key
      guard slot.purpose == .meal else { continue }
      for refund in back where refund.charge == charge.capture?.charge {
        let isOpen = history.refunds.contains { $0.key == refund.key && $0.outcome == nil }
        if !isOpen { model.refunded[slot.order, default: 0] += refund.amount.minorUnits }
      }
      for refund in history.refunds where refund.outcome == nil {
        let isMade = back.contains { $0.key == refund.key }
        let open = PaymentModel.OpenRefund(amount: refund.amount.minorUnits, isMade: isMade)
        model.openRefunds[slot.order, default: []].append(open)
      }
    }
  }

  private func compare() async throws {
    try check(gateway.repeatedLate, [], "requests repeated after a search")
    for slot in PaymentCommand.Slot.all {
      let total = try slot.price().total
      let charges = try await till.charges.filter { $0.amount == total && $0.capture != nil }
      try check(charges.count, model.paid[slot] == nil ? 0 : 1, "charges of \(slot)")
      let history = try await till.store.history(of: slot.reference)
      let receipt = history.receipt(for: slot.purpose)
      let isKnown = model.paid[slot] != nil && !model.open.contains(slot)
      try check(receipt != nil, isKnown, "a receipt of \(slot)")
      try check(receipt?.capture, isKnown ? charges.first?.capture : nil, "the capture of \(slot)")
      guard slot.purpose == .meal, let receipt else { continue }
      let back = receipt.refunds.filter { $0.outcome != nil }.reduce(0) {
        $0 + $1.amount.minorUnits
      }
      try check(back, model.refunded[slot.order, default: 0], "refunds of \(slot)")
      try check(receipt.refundable.minorUnits >= 0, true, "refunds within \(slot)")
    }
    let balances = try await till.balances()
    let sums = PaymentModel.Sums(
      processor: balances[.processor, default: 0],
      owed: balances[.chef, default: 0] + balances[.fee, default: 0],
      tips: balances[.tips, default: 0],
      tax: balances[.tax, default: 0],
      refunds: balances[.refunds, default: 0]
    )
    try check(sums, try model.sums(), "the ledger")
  }

  private func check<Value: Equatable>(
    _ value: Value,
    _ expected: Value,
    _ name: @autoclosure () -> String
  ) throws {
    guard value != expected else { return }
    throw Difference(description: "\(name()): \(value), expected \(expected)")
  }
}

struct PaymentModelTests {
  private static let sequences: UInt64 = 2_000
  private static let shares: UInt64 = 20

  @Test(arguments: 0..<shares)
  func `random commands, faults and kills never differ from the model`(share: UInt64) async throws {
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
