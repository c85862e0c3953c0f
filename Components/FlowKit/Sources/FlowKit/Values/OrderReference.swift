/// An order by the name that the app gave it.
public struct OrderReference: RawRepresentable, Hashable, Sendable, Codable {
  /// The name, as people and links write it.
  public let rawValue: String

  /// Takes any text; ``validate()`` tells whether it can name an order.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Refuses what cannot name an order: a reference has 1 to 64 ASCII letters, digits, `-`, `_` and
  /// `.`, and begins with a letter or a digit, so that it is safe in links, headers and file names.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/invalidParameters``.
  public func validate() throws(FlowFailure) {
    let bytes = rawValue.utf8
    guard (1...64).contains(bytes.count), let first = bytes.first, first.isLetterOrDigit,
      bytes.allSatisfy({ $0.isLetterOrDigit || "-_.".utf8.contains($0) })
    else {
      throw FlowFailure(
        .invalidParameters,
        "invalid order reference '\(String(rawValue.prefix(80)).printable)', expected 1 to 64 "
          + "letters, digits, '-', '_' and '.', the first a letter or a digit",
        help: "copy the reference as it was shown when the order was placed"
      )
    }
  }
}

extension OrderReference: CustomStringConvertible {
  /// The name itself.
  public var description: String { rawValue }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
