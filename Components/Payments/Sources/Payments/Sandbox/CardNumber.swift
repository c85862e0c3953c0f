import FlowKit

/// A full card number, on its way to a processor.
///
/// It is never stored: it has no coding, and prints as its brand and last four digits only.
struct CardNumber: Sendable, Hashable {
  /// 13 to 19 ASCII digits whose last one checks the others.
  let digits: String
  /// Whose card it is, by its first digits.
  let brand: CardBrand

  /// Reads a number, in groups or not.
  ///
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/paymentsInvalidCard``, which never repeats
  ///   the number, when its length, its brand or its check digit is wrong.
  init(_ text: String) throws(FlowFailure) {
    let digits = text.filter { $0 != " " && $0 != "-" }
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw FlowFailure(.paymentsInvalidCard, "the card number has other characters than digits")
    }
    guard (13...19).contains(digits.utf8.count) else {
      throw FlowFailure(
        .paymentsInvalidCard,
        "the card number has \(digits.utf8.count) digits, expected 13 to 19"
      )
    }
    guard let brand = CardBrand(digits: digits) else {
      throw FlowFailure(
        .paymentsInvalidCard,
        "the card is of no known brand, expected Visa, Mastercard or American Express"
      )
    }
    guard Self.luhnSum(of: digits).isMultiple(of: 10) else {
      throw FlowFailure(
        .paymentsInvalidCard,
        "the card number's check digit is wrong",
        help: "look for a mistyped or swapped digit"
      )
    }
    self.digits = digits
    self.brand = brand
  }

  /// ISO/IEC 7812-1, annex B: from the right, each second digit doubled and its digits added.
  private static func luhnSum(of digits: String) -> Int {
    digits.utf8.reversed().enumerated().reduce(0) { sum, digit in
      let value = Int(digit.element - 0x30)
      guard !digit.offset.isMultiple(of: 2) else { return sum + value }
      return sum + (value > 4 ? 2 * value - 9 : 2 * value)
    }
  }
}

extension CardNumber: CustomStringConvertible, CustomReflectable {
  var description: String {
    Card(self).description
  }

  var customMirror: Mirror {
    Mirror(self, children: [])
  }
}

extension CardBrand {
  fileprivate init?(digits: String) {
    guard let two = Int(digits.prefix(2)), let four = Int(digits.prefix(4)) else { return nil }
    switch (two, four) {
    case (40...49, _): self = .visa
    case (51...55, _), (_, 2221...2720): self = .mastercard
    case (34, _), (37, _): self = .amex
    default: return nil
    }
  }
}

extension Card {
  /// Keeps what may be kept of a number.
  init(_ number: CardNumber) {
    self.init(brand: number.brand, lastFour: String(number.digits.suffix(4)))
  }
}
