/// An amount of money: whole minor units of an ISO 4217 currency.
public struct Money: Sendable, Hashable, Codable {
  /// The amount in the currency's smallest unit, such as cents.
  public let minorUnits: Int64
  public let currency: Currency

  public init(minorUnits: Int64, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  public static func zero(_ currency: Currency) -> Money {
    Money(minorUnits: 0, currency: currency)
  }

  /// The reason why an amount could not be computed.
  public enum ArithmeticError: Error, Hashable, Sendable {
    case overflow
    case mixedCurrencies(Currency, Currency)
  }

  public func adding(_ other: Money) throws(ArithmeticError) -> Money {
    try result(with: other, minorUnits.addingReportingOverflow(other.minorUnits))
  }

  public func subtracting(_ other: Money) throws(ArithmeticError) -> Money {
    try result(with: other, minorUnits.subtractingReportingOverflow(other.minorUnits))
  }

  private func result(
    with other: Money,
    _ units: (partialValue: Int64, overflow: Bool)
  ) throws(ArithmeticError) -> Money {
    guard currency == other.currency else { throw .mixedCurrencies(currency, other.currency) }
    guard !units.overflow else { throw .overflow }
    return Money(minorUnits: units.partialValue, currency: currency)
  }

  public func multiplied(by count: Int) throws(ArithmeticError) -> Money {
    let (product, overflow) = minorUnits.multipliedReportingOverflow(by: Int64(count))
    guard !overflow else { throw .overflow }
    return Money(minorUnits: product, currency: currency)
  }

  /// A part of the amount in hundredths of a per cent, rounded half to even.
  public func portion(basisPoints: Int) throws(ArithmeticError) -> Money {
    let (product, overflow) = minorUnits.multipliedReportingOverflow(by: Int64(basisPoints))
    guard !overflow else { throw .overflow }
    let (quotient, remainder) = product.quotientAndRemainder(dividingBy: 10_000)
    let twice = abs(remainder) * 2
    let roundsAway = twice > 10_000 || (twice == 10_000 && !quotient.isMultiple(of: 2))
    let units = roundsAway ? quotient + product.signum() : quotient
    return Money(minorUnits: units, currency: currency)
  }
}

extension Money.ArithmeticError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .overflow: "the amount is larger than this app can count"
    case .mixedCurrencies(let one, let other): "amounts in \(one.code) and \(other.code) do not add"
    }
  }
}

extension Money: CustomStringConvertible {
  /// The amount as people write it, such as `€12.50`.
  public var description: String {
    guard let symbol = currency.symbol else { return "\(majorUnits) \(currency.code)" }
    let sign = minorUnits < 0 ? "-" : ""
    return "\(sign)\(symbol)\(majorUnits.drop { $0 == "-" })"
  }

  /// The amount without its currency, such as `12.50`.
  public var majorUnits: String {
    let digits = currency.minorDigits
    let sign = minorUnits < 0 ? "-" : ""
    let text = String(minorUnits.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    guard digits > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }
}
