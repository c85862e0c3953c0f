import FlowKit

extension Money {
  /// Reads an amount as people type it: whole major units, and after a point at most as many
  /// digits as the currency has, such as `12`, `12.5` or `12.50`.
  init(majorUnits text: String, in currency: Currency) throws(InvalidAnswer) {
    let refusal = InvalidAnswer(
      "'\(text)' is no amount in \(currency.code)",
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

  /// The amount as ``init(majorUnits:in:)`` reads it, without the currency's sign.
  var majorUnits: String {
    let digits = currency.minorDigits
    let text = String(minorUnits.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    let sign = minorUnits < 0 ? "-" : ""
    guard digits > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }
}
