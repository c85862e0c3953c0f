/// A text that names one `Subject`: identifiers of different subjects are different types.
///
/// ```swift
/// struct Chef: Identifiable {
///   let id: Identifier<Chef>
/// }
/// ```
public struct Identifier<Subject>: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension Identifier: CustomStringConvertible {
  public var description: String { rawValue }
}

/// The name that the app has given to an order.
public struct OrderReference: RawRepresentable, Hashable, Sendable, Codable {
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
    func isLetterOrDigit(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber)
    }
    guard (1...64).contains(rawValue.utf8.count), let first = rawValue.first,
      isLetterOrDigit(first),
      rawValue.allSatisfy({ isLetterOrDigit($0) || "-_.".contains($0) })
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
  public var description: String { rawValue }
}
