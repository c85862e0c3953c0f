import FlowKit
import Foundation

@testable import Payments

func eur(_ minorUnits: Int64) -> Money {
  Money(minorUnits: minorUnits, currency: .eur)
}

/// What every clock in the tests shows.
let noon = Date(timeIntervalSince1970: 1_800_000_000)

let order = OrderReference(rawValue: "order-1")

let request = PaymentRequest(
  reference: order,
  meal: eur(2350),
  fee: eur(290),
  taxBasisPoints: 700
)

func quote(meal: Int64 = 2350, fee: Int64 = 290, tip: Int64 = 0) throws -> Quote {
  try Quote(meal: eur(meal), fee: eur(fee), tip: eur(tip), taxBasisPoints: 700)
}

func intent(
  _ name: String,
  for reference: OrderReference = order,
  _ purpose: PaymentPurpose = .meal,
  tip: Int64 = 0,
  createdAt: Date = noon
) throws -> PaymentIntent {
  PaymentIntent(
    id: PaymentIntent.ID(rawValue: name),
    key: IdempotencyKey(rawValue: "key-\(name)"),
    reference: reference,
    purpose: purpose,
    payee: purpose == .tip ? "Malee" : nil,
    quote: try quote(tip: tip),
    card: SandboxCard.success.method.card,
    createdAt: createdAt
  )
}

func capture(_ intent: PaymentIntent) -> Capture {
  Capture(
    charge: ChargeID(rawValue: "ch-\(intent.id.rawValue)"),
    amount: intent.quote.total,
    at: noon
  )
}

func refund(
  _ name: String,
  of intent: PaymentIntent,
  _ minorUnits: Int64
) -> Refund {
  Refund(
    id: Refund.ID(rawValue: name),
    key: IdempotencyKey(rawValue: "key-\(name)"),
    intent: intent.id,
    reference: intent.reference,
    charge: capture(intent).charge,
    amount: eur(minorUnits),
    reason: nil,
    createdAt: noon
  )
}

/// The code of the failure that a body throws; nil if it returns.
@discardableResult
func failureCode<Value>(_ body: () async throws -> Value) async throws -> FlowFailure.Code? {
  do {
    _ = try await body()
    return nil
  } catch let failure as FlowFailure {
    return failure.code
  }
}
