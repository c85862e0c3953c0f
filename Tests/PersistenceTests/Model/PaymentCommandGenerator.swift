import FlowKit
import PaymentsInterface

/// Draws commands on a few orders: most make sense, and many contradict what was done before.
struct PaymentCommandGenerator {
  private let prefix: String
  private var intents: [PaymentIntent] = []
  private var refunds: [Refund] = []
  private var random: SplitMix64

  /// - Parameter sequence: sets this generator's orders and names apart from all others'.
  init(sequence: Int) {
    prefix = "s\(sequence)"
    random = SplitMix64(seed: UInt64(sequence))
  }

  /// An index below `count`.
  mutating func choose(below count: Int) -> Int {
    Int.random(in: 0..<count, using: &random)
  }

  /// All that could still be open, as recovery settles it.
  var settling: [PaymentCommand] {
    intents.map { .record(.failed(reason: "never asked"), $0) }
      + refunds.map { .recordRefund(.failed(reason: "never asked"), $0) }
  }

  mutating func next() throws -> PaymentCommand {
    switch choose(below: 12) {
    case 0...2: return .create(try intent())
    case 3...5:
      guard let intent = intents.randomElement(using: &random) else { return .unfinished }
      return .record(outcome(of: intent), intent)
    case 6:
      guard let intent = intents.randomElement(using: &random) else { return .unfinished }
      return .release(intent.id)
    case 7...8:
      guard let intent = intents.randomElement(using: &random) else { return .unfinished }
      return .createRefund(refund(of: intent))
    case 9:
      guard let refund = refunds.randomElement(using: &random) else { return .unfinished }
      return choose(below: 4) == 0
        ? .releaseRefund(refund.id) : .recordRefund(outcome(of: refund), refund)
    case 10: return .history(reference())
    default: return .unfinished
    }
  }

  private mutating func reference() -> OrderReference {
    OrderReference(rawValue: "\(prefix)-order-\(choose(below: 2))")
  }

  private mutating func intent() throws -> PaymentIntent {
    // Some names and keys come twice.
    let intent = try PaymentIntent.sample(
      "\(prefix)-i\(choose(below: 40))",
      for: reference(),
      choose(below: 3) == 0 ? .tip : .meal,
      key: "\(prefix)-ik\(choose(below: 40))"
    )
    intents.append(intent)
    return intent
  }

  private mutating func refund(of intent: PaymentIntent) -> Refund {
    let refund = Refund.sample(
      "\(prefix)-r\(choose(below: 40))",
      of: intent,
      Int64.random(in: 1...3000, using: &random),
      key: "\(prefix)-rk\(choose(below: 40))"
    )
    refunds.append(refund)
    return refund
  }

  private mutating func outcome(of intent: PaymentIntent) -> PaymentOutcome {
    switch choose(below: 5) {
    case 0: .declined(.insufficientFunds)
    case 1: .failed(reason: "the processor was never asked")
    default: .captured(intent.fullCapture)
    }
  }

  private mutating func outcome(of refund: Refund) -> RefundOutcome {
    choose(below: 3) == 0 ? .failed(reason: "lost") : .refunded(at: noon)
  }
}
