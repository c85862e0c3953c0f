public import FlowKit

/// What a payment comes to, line by line.
///
/// Prices include tax, as consumers in the EU see them, so the total is meal, chef's fee and tip,
/// and ``tax`` is the part of it that is tax. A tip is not taxed. Tax is computed once, on meal and
/// fee together, rounded half to even to whole minor units.
public struct Quote: Sendable, Hashable, Codable {
  public let meal: Money
  public let fee: Money
  public let tip: Money
  /// The rate of the included tax, in hundredths of a per cent of the price without tax.
  public let taxBasisPoints: Int
  /// The tax that ``meal`` and ``fee`` include.
  public let tax: Money
  public let total: Money

  /// Computes a quote.
  ///
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/invalidParameters`` for a negative amount,
  ///   amounts in two currencies, a tax rate outside 0 to 100 %, nothing to pay, or a total that
  ///   does not fit into 64 bits.
  public init(
    meal: Money,
    fee: Money,
    tip: Money,
    taxBasisPoints: Int
  ) throws(FlowFailure) {
    for (name, amount) in [("meal", meal), ("chef's fee", fee), ("tip", tip)] {
      guard amount.minorUnits >= 0 else {
        throw .refused("the \(name) costs '\(amount)', expected an amount of at least 0")
      }
    }
    guard Self.taxRates.contains(taxBasisPoints) else {
      throw .refused("tax of '\(taxBasisPoints)' basis points, expected 0 to 10000")
    }
    let taxed: Money
    do throws(Money.ArithmeticError) {
      taxed = try meal.adding(fee)
      total = try taxed.adding(tip)
    } catch {
      throw .refused("\(error)")
    }
    guard total.minorUnits > 0 else {
      throw .refused("a total of '\(total)', expected an amount above 0")
    }
    tax = taxed.includedTax(basisPoints: taxBasisPoints)
    self.meal = meal
    self.fee = fee
    self.tip = tip
    self.taxBasisPoints = taxBasisPoints
  }

  private static let taxRates = 0...10_000

  /// The part of ``tax`` that the meal's price includes; the rest belongs to the fee.
  var mealTax: Money {
    meal.includedTax(basisPoints: taxBasisPoints)
  }

  private enum CodingKeys: String, CodingKey {
    case meal, tip, taxBasisPoints, tax, total
    /// As stored since the first release.
    case fee = "delivery"
  }

  /// Decodes a quote by the same rules as a new one; its tax is computed, not decoded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let meal = try container.decode(Money.self, forKey: .meal)
    let fee = try container.decode(Money.self, forKey: .fee)
    let tip = try container.decode(Money.self, forKey: .tip)
    let rate = try container.decode(Int.self, forKey: .taxBasisPoints)
    let total = try container.decode(Money.self, forKey: .total)
    do throws(FlowFailure) {
      try self.init(meal: meal, fee: fee, tip: tip, taxBasisPoints: rate)
      guard self.total == total else {
        throw .refused("the total is '\(total)', expected '\(self.total)'")
      }
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: .total,
        in: container,
        debugDescription: error.message
      )
    }
  }
}

extension Money {
  /// The tax in a price that includes it, rounded half to even.
  ///
  /// It is at most half the price for rates up to 100 %, so that it always fits.
  fileprivate func includedTax(basisPoints: Int) -> Money {
    let product = Int128(minorUnits) * Int128(basisPoints)
    let divisor = 10_000 + Int128(basisPoints)
    let (quotient, remainder) = product.quotientAndRemainder(dividingBy: divisor)
    let twice = remainder * 2
    let roundsUp = twice > divisor || (twice == divisor && !quotient.isMultiple(of: 2))
    return Money(minorUnits: Int64(roundsUp ? quotient + 1 : quotient), currency: currency)
  }
}
