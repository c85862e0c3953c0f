import FlowKit
import FlowTesting

@testable import Payments

/// One thing that a person, or fate, does to an order's money.
enum PaymentCommand: Sendable {
  /// Pays, once or as several submissions at the same time.
  case pay(Slot, SandboxCard, submissions: Int)
  /// Gives an amount back, once or as several submissions at the same time.
  case refund(Int, Int64, submissions: Int)
  /// Starts recovery, in one process or in two at the same time.
  case recover(processes: Int)

  /// What can be paid once: an order's meal, or its tip.
  struct Slot: Hashable, Sendable {
    let order: Int
    let purpose: PaymentPurpose

    static let all = (0..<2).flatMap { order in
      PaymentPurpose.allCases.map { Slot(order: order, purpose: $0) }
    }

    var reference: OrderReference {
      OrderReference(rawValue: "order-\(order)")
    }

    /// Different in each slot, so that the processor's books tell them apart.
    func price() throws -> Quote {
      switch purpose {
      case .meal:
        try quote(meal: 1000 + Int64(order) * 100, fee: 250, tip: 7)
      case .tip: try quote(meal: 0, fee: 0, tip: 200 + Int64(order) * 100)
      }
    }
  }

  static func random(using random: inout SeededGenerator) -> PaymentCommand {
    let submissions = Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5:
      let slot = Slot.all[Int.random(in: 0..<Slot.all.count, using: &random)]
      let cards = SandboxCard.allCases
      let card = cards[Int.random(in: 0..<cards.count, using: &random)]
      return .pay(slot, card, submissions: submissions)
    case 5..<9:
      let order = Int.random(in: 0..<2, using: &random)
      return .refund(order, Int64.random(in: 1...900, using: &random), submissions: submissions)
    default:
      return .recover(processes: submissions)
    }
  }
}
