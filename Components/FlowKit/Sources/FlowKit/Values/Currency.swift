/// A currency by its ISO 4217 code.
public struct Currency: Sendable, Hashable {
  public let code: String

  /// Makes a currency from its code; nil unless that is three upper-case ASCII letters.
  public init?(code: String) {
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      return nil
    }
    self.code = code
  }

  private init(known code: String) {
    self.code = code
  }

  public static let eur = Currency(known: "EUR")
  public static let gbp = Currency(known: "GBP")
  public static let jpy = Currency(known: "JPY")
  public static let usd = Currency(known: "USD")

  /// The number of decimal places of the minor unit (the exponent of ISO 4217).
  public var minorDigits: Int {
    switch code {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
      "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }

  /// The symbol before an amount; `nil` for currencies whose symbol is ambiguous.
  public var symbol: String? {
    switch code {
    case "EUR": "€"
    case "GBP": "£"
    case "JPY": "¥"
    case "USD": "$"
    default: nil
    }
  }
}

extension Currency: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let code = try container.decode(String.self)
    guard let currency = Currency(code: code) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "invalid currency '\(code)', expected an ISO 4217 code such as 'EUR'"
      )
    }
    self = currency
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}
