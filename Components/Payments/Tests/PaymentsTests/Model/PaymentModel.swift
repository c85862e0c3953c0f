import FlowKit

@testable import Payments

/// What ought to be true of the orders' money, kept as simply as can be.
struct PaymentModel: Equatable {
  typealias Slot = PaymentCommand.Slot

  /// A refund whose result is not known yet, and whether the processor has made it.
  struct OpenRefund: Equatable {
    let amount: Int64
    let isMade: Bool
  }

  /// What the processor has taken, and from which card.
  var paid: [Slot: SandboxCard] = [:]
  /// Attempts to pay whose result is not known yet.
  var open: Set<Slot> = []
  /// What went back of each order's meal.
  var refunded: [Int: Int64] = [:]
  var openRefunds: [Int: [OpenRefund]] = [:]

  /// How a submission must end, with the look-ups cut off or not; nil for a receipt.
  mutating func pay(_ slot: Slot, _ card: SandboxCard, deaf: Bool) -> FlowFailure.Code? {
    if open.contains(slot), deaf { return .paymentsPending }
    open.remove(slot)
    guard paid[slot] == nil else { return nil }
    switch card {
    case .declined: return .paymentsDeclined
    case .unreachable: return .paymentsNotCharged
    case .success, .lostAnswer:
      paid[slot] = card
      return nil
    case .timeoutBefore:
      if deaf { open.insert(slot) }
      return deaf ? .paymentsPending : .paymentsNotCharged
    case .timeoutAfter, .serverError:
      paid[slot] = card
      if deaf { open.insert(slot) }
      return deaf ? .paymentsPending : nil
    }
  }

  /// How a refund of an order's meal must end; nil for a refund.
  mutating func refund(
    _ order: Int,
    _ amount: Int64,
    deaf: Bool
  ) throws -> FlowFailure.Code? {
    let slot = Slot(order: order, purpose: .meal)
    if !deaf { settleRefunds(of: order) }
    if open.contains(slot), deaf { return .paymentsPending }
    open.remove(slot)
    guard let card = paid[slot] else { return .paymentsNotPaid }
    let pending = openRefunds[order, default: []].reduce(0) { $0 + $1.amount }
    let gone = refunded[order, default: 0] + pending
    guard gone + amount <= (try slot.price().total.minorUnits) else { return .paymentsExceeded }
    if deaf, [.timeoutAfter, .serverError].contains(card) {
      openRefunds[order, default: []].append(OpenRefund(amount: amount, isMade: true))
      return .paymentsPending
    }
    refunded[order, default: 0] += amount
    return nil
  }

  /// The processor says what became of everything.
  mutating func settle() {
    open = []
    for order in openRefunds.keys { settleRefunds(of: order) }
  }

  private mutating func settleRefunds(of order: Int) {
    for refund in openRefunds.removeValue(forKey: order) ?? [] where refund.isMade {
      refunded[order, default: 0] += refund.amount
    }
  }
}

extension PaymentModel {
  /// What the ledger must come to; meals and deliveries, without tax, in one sum.
  struct Sums: Equatable {
    var processor: Int64 = 0
    var owed: Int64 = 0
    var tips: Int64 = 0
    var tax: Int64 = 0
    var refunds: Int64 = 0
  }

  func sums() throws -> Sums {
    var sums = Sums()
    for slot in paid.keys where !open.contains(slot) {
      let price = try slot.price()
      sums.processor += price.total.minorUnits
      sums.owed -= price.meal.minorUnits + price.fee.minorUnits - price.tax.minorUnits
      sums.tips -= price.tip.minorUnits
      sums.tax -= price.tax.minorUnits
    }
    sums.refunds = refunded.values.reduce(0, +)
    sums.processor -= sums.refunds
    return sums
  }
}
