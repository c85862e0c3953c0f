import FlowKit

/// What is paid, as the app calls it: the order's identifier as text.
public struct PaymentReference: RawRepresentable, Sendable, Hashable, Codable {
  /// The order's identifier.
  public let rawValue: String

  /// Makes a reference; flows refuse one that is empty, longer than 128 bytes, or has white space
  /// or control characters.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension PaymentReference {
  /// Refuses a reference that can be no order's.
  func check() throws(FlowFailure) {
    let isPlain = rawValue.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control
    }
    guard !rawValue.isEmpty, rawValue.utf8.count <= 128, isPlain else {
      throw .refused(
        "the order is called '\(rawValue)', expected 1 to 128 bytes without white space"
      )
    }
  }
}
