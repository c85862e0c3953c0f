public import FlowKit
public import Foundation

/// Everything that the component offers an app, on one payment processor.
public struct PaymentFlows: Sendable {
  public let pay: PayFlow
  public let refund: RefundFlow
  public let tip: TipFlow
  public let receipt: ReceiptFlow
  private let cashier: Cashier

  /// Wires the flows to the sandbox processor; a process makes them once.
  ///
  /// - Parameters:
  ///   - store: the app's payments, refunds and ledger.
  ///   - processor: the sandbox processor's own data, separate from the app's.
  ///   - environment: `COOKR_SANDBOX_DELAY`, in seconds up to 60, makes the processor slow, for
  ///     demonstrations.
  ///   - now: the clock.
  ///   - makeIdentifier: makes globally unique texts, for identifiers and idempotency keys.
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/invalidSetting`` for an invalid value in
  ///   `environment`.
  public init(
    store: PaymentStore,
    processor: ProcessorStore,
    environment: [String: String] = [:],
    now: @escaping @Sendable () -> Date = { Date() },
    makeIdentifier: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }
  ) throws {
    let seconds = try Self.delay.value(in: environment) { text in
      Double(text).flatMap { (0...60).contains($0) ? $0 : nil }
    }
    self.init(
      store: store,
      gateway: SandboxGateway(
        store: processor,
        now: now,
        makeIdentifier: makeIdentifier,
        delay: .seconds(seconds ?? 0)
      ),
      methods: SandboxCard.allCases.map(\.method),
      now: now,
      makeIdentifier: makeIdentifier
    )
  }

  /// Wires the flows to another processor; a process makes them once.
  public init(
    store: PaymentStore,
    gateway: any PaymentGateway,
    methods: [PaymentMethod],
    now: @escaping @Sendable () -> Date = { Date() },
    makeIdentifier: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }
  ) {
    cashier = Cashier(store: store, gateway: gateway, now: now, makeIdentifier: makeIdentifier)
    let checkout = Checkout(cashier: cashier, methods: methods)
    pay = PayFlow(checkout: checkout)
    refund = RefundFlow(cashier: cashier)
    tip = TipFlow(checkout: checkout)
    receipt = ReceiptFlow(store: store)
  }

  /// Completes what terminated processes left pending, and returns a line about each charge and refund
  /// for the person; run at start, before the flows.
  public func recover() async throws -> [String] {
    try await cashier.recover()
  }

  /// Refunds everything that is left of a cancelled order's payments, tips included, without asking.
  ///
  /// First completes the payments and refunds that terminated processes left pending. Any number of
  /// processes may call this at once, and again: nothing is refunded twice.
  public func giveBack(_ reference: OrderReference) async throws -> [Refund] {
    try await cashier.giveBack(reference)
  }

  private static let delay = Setting("COOKR_SANDBOX_DELAY", expected: "0 to 60 seconds")
}
