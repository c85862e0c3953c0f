public import FlowKit
import PaymentsInterface

/// Who may be given a tip, after delivery.
public struct TipRequest: Sendable, Hashable {
  /// The order that the tip is for; paid before.
  public let reference: OrderReference
  /// Who gets it, as a person reads it; nil for "the chef".
  public let payee: String?
  /// The amounts that are offered; empty for ``usualSuggestions(in:)`` in the currency in which the
  /// order was paid.
  package let suggestions: [Money]

  /// Makes a request for the usual amounts; the flow that is started with it checks the values.
  public init(reference: OrderReference, payee: String?) {
    self.init(reference: reference, payee: payee, suggestions: [])
  }

  package init(reference: OrderReference, payee: String?, suggestions: [Money]) {
    self.reference = reference
    self.payee = payee
    self.suggestions = suggestions
  }

  /// 1, 2 and 5 euros.
  package static let usualSuggestions: [Money] = usualSuggestions(in: .eur)

  /// 1, 2 and 5 of a currency's units; of one without minor units 100, 200 and 500.
  package static func usualSuggestions(in currency: Currency) -> [Money] {
    let unit: Int64 = currency.minorDigits == 3 ? 1000 : 100
    return [1, 2, 5].map { Money(minorUnits: $0 * unit, currency: currency) }
  }
}

extension TipRequest {
  /// Refuses what no tip could be asked for with.
  func check() throws(FlowFailure) {
    try reference.validate()
    if let payee {
      guard !payee.isEmpty, payee.utf8.count <= 256, payee == payee.printable else {
        throw .refused(
          "the payee is called '\(String(payee.prefix(80)).printable)', expected 1 to 256 bytes of "
            + "plain text"
        )
      }
    }
    guard Set(suggestions).count == suggestions.count else {
      throw .refused("tips of \(suggestions.map(\.description)), expected different amounts")
    }
    _ = try quotes(in: .eur)
  }

  /// The quote of each amount that is offered for an order that was paid in `currency`, in order.
  func quotes(in currency: Currency) throws(FlowFailure) -> [Quote] {
    var quotes: [Quote] = []
    for tip in suggestions.isEmpty ? Self.usualSuggestions(in: currency) : suggestions {
      let nothing = Money.zero(tip.currency)
      quotes.append(try Quote(meal: nothing, delivery: nothing, tip: tip, taxBasisPoints: 0))
    }
    return quotes
  }
}
