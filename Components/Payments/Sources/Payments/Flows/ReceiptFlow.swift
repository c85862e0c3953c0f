public import FlowKit

/// Shows what was paid for an order and what went back, and asks no processor.
///
/// Answers the meal's receipt and, if a tip was given after delivery, the tip's. Fails with
/// `payments.not-paid`, or with `payments.pending` while a payment is not settled.
public struct ReceiptFlow: LinkedFlow, SequentialFlow {
  public typealias Parameters = OrderReference
  public typealias Output = [Receipt]

  public static let linkName = "receipt"
  public static let linkExamples = ["receipt/ORDER"]

  let cashier: Cashier

  public func parameters(for link: FlowLink) throws -> OrderReference {
    try link.reference(queryNames: [])
  }

  public func run(
    _ reference: OrderReference,
    on presenter: any Presenter
  ) async throws -> [Receipt] {
    try reference.validate()
    let history = try await cashier.history(of: reference)
    let receipts = PaymentPurpose.allCases.compactMap(history.receipt)
    guard !receipts.isEmpty else {
      throw history.live(.meal).map { .pending($0.subject) } ?? FlowFailure.unpaid(reference)
    }
    for receipt in receipts {
      try await presenter.show(receipt.page, key: "receipt", waits: true)
    }
    return receipts
  }
}
