public import FlowKit

/// Refunds all or part of what was paid for an order.
///
/// A tip that was given after delivery belongs to the chef and is not refunded. Fails with
/// `payments.not-paid` for an order that was not paid, `payments.exceeded` if nothing, or too
/// little, is left, `payments.not-refunded` if the processor refuses, `payments.pending`,
/// `payments.under-way` or `payments.unrecorded`.
public struct RefundFlow: LinkedFlow, SequentialFlow {
  public typealias Parameters = RefundRequest
  public typealias Output = Refund

  public static let linkName = "refund"
  public static let linkExamples = ["refund/ORDER", "refund/ORDER?amount=12.50"]

  let cashier: Cashier

  public func parameters(for link: FlowLink) throws -> RefundRequest {
    RefundRequest(
      reference: try link.reference(queryNames: ["amount"]),
      amount: link.query["amount"]
    )
  }

  public func run(_ request: RefundRequest, on presenter: any Presenter) async throws -> Refund {
    try request.reference.validate()
    guard let receipt = try await cashier.receipt(for: request.reference, .meal) else {
      throw FlowFailure.unpaid(request.reference)
    }
    let left = receipt.refundable
    guard left.minorUnits > 0 else {
      try await cashier.requireNoPendingRefund(of: request.reference)
      throw FlowFailure(
        .paymentsExceeded,
        "nothing is left to refund of order '\(request.reference.rawValue)'"
      )
    }
    let question = Question.text(
      "amount",
      "How much goes back to \(receipt.intent.card)?",
      suggested: try suggestion(of: request, left: left),
      detail: "\(left) is left of \(receipt.capture.amount)"
    )
    let amount = try await presenter.ask(
      question.map { text throws(InvalidAnswer) in try Self.amount(text, left: left) }
    )
    let refunds = try await presenter.ask(
      .confirm("refund", "Give \(amount) back to \(receipt.intent.card)?", suggested: false)
    )
    guard refunds else { throw CancellationError() }
    try Task.checkCancellation()
    let refund = try await cashier.refund(amount, of: receipt)
    let page = Page(
      title: "Refunded",
      lines: [
        .field("Order", refund.reference.rawValue),
        .field("Amount", refund.amount.description, role: .success),
        .field("To", receipt.intent.card.description),
      ]
    )
    await presenter.showCommitted(page, key: "refunded")
    return refund
  }

  private func suggestion(of request: RefundRequest, left: Money) throws(FlowFailure) -> String {
    guard let text = request.amount else { return left.majorUnits }
    do throws(InvalidAnswer) {
      return try Self.amount(text, left: left).majorUnits
    } catch {
      throw FlowFailure(.invalidParameters, error.message, help: error.help)
    }
  }

  private static func amount(_ text: String, left: Money) throws(InvalidAnswer) -> Money {
    let amount = try Money(majorUnits: text, in: left.currency)
    guard amount.minorUnits > 0, amount.minorUnits <= left.minorUnits else {
      throw InvalidAnswer(
        "amount '\(text)' is out of range, expected more than 0 and at most '\(left.majorUnits)'"
      )
    }
    return amount
  }
}

/// What is to be given back.
public struct RefundRequest: Sendable, Hashable {
  public let reference: OrderReference
  /// How much is suggested, in major units of the payment's currency, such as `12.50`; nil for all
  /// that is left.
  public let amount: String?

  public init(reference: OrderReference, amount: String? = nil) {
    self.reference = reference
    self.amount = amount
  }
}

extension Money {
  /// Reads an amount as people type it: whole major units, and after a point at most as many
  /// digits as the currency has, such as `12`, `12.5` or `12.50`.
  init(majorUnits text: String, in currency: Currency) throws(InvalidAnswer) {
    let refusal = InvalidAnswer(
      "'\(text)' is not an amount in \(currency.code)",
      help: "write it as '\(Money(minorUnits: 1250, currency: currency).majorUnits)'"
    )
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? parts[1] : ""
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard isPlain, parts.count <= 2, fraction.utf8.count <= currency.minorDigits else {
      throw refusal
    }
    let padding = String(repeating: "0", count: currency.minorDigits - fraction.utf8.count)
    guard let units = Int64(parts[0] + fraction + padding) else { throw refusal }
    self.init(minorUnits: units, currency: currency)
  }
}
