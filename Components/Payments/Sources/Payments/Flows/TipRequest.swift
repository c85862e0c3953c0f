public import FlowKit

/// Who may be given a tip, after delivery.
public struct TipRequest: Sendable, Hashable {
  /// The order that the tip is for; paid before.
  public let reference: PaymentReference
  /// Who gets it, as a person reads it; nil for "the chef".
  public let payee: String?
  /// The amounts that are offered.
  public let suggestions: [Money]

  /// Makes a request; the flow that is started with it checks the values.
  public init(
    reference: PaymentReference,
    payee: String?,
    suggestions: [Money] = Self.usualSuggestions
  ) {
    self.reference = reference
    self.payee = payee
    self.suggestions = suggestions
  }

  /// 1, 2 and 5 euros.
  public static let usualSuggestions = [100, 200, 500].map {
    Money(minorUnits: $0, currency: .eur)
  }
}

extension TipRequest {
  /// The quote of each suggestion, in order.
  func quotes() throws(FlowFailure) -> [Quote] {
    try reference.check()
    if let payee {
      let isPlain = payee.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      guard !payee.isEmpty, payee.utf8.count <= 256, isPlain else {
        throw .refused("the payee is called '\(payee)', expected 1 to 256 bytes of plain text")
      }
    }
    guard !suggestions.isEmpty, Set(suggestions).count == suggestions.count else {
      throw .refused("tips of \(suggestions.map(\.description)), expected different amounts")
    }
    var quotes: [Quote] = []
    for tip in suggestions {
      let nothing = Money.zero(tip.currency)
      quotes.append(try Quote(meal: nothing, delivery: nothing, tip: tip, taxBasisPoints: 0))
    }
    return quotes
  }
}
