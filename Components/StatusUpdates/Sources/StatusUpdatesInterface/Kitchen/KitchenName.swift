public import FlowKit

/// The name of a kitchen.
public struct KitchenName: Hashable, Sendable {
  /// The name, one line.
  public let text: String

  /// Makes a name, without white space at its ends.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/invalidKitchen`` unless the text is one line of 1
  ///   to 40 characters.
  public init(_ text: String) throws(FlowFailure) {
    let name = text.trimmingSpaces()
    guard (1...40).contains(name.count), name == name.printable else {
      throw FlowFailure(
        .invalidKitchen,
        "invalid kitchen '\(String(name.prefix(40)).printable)', expected 1 to 40 characters"
      )
    }
    self.text = name
  }
}

extension KitchenName: CustomStringConvertible {
  /// The name itself.
  public var description: String { text }
}
