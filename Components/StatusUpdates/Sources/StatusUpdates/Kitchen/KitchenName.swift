public import FlowKit

/// A kitchen by the name that its cooks chose.
public struct KitchenName: Hashable, Sendable {
  /// The name, one line.
  public let text: String

  /// Takes a name, without the space around it.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/invalidKitchen`` for what is no line of 1 to 40
  ///   characters.
  public init(_ text: String) throws(FlowFailure) {
    let name = text.trimmingSpaces()
    guard (1...40).contains(name.count), !name.hasControls else {
      throw FlowFailure(
        .invalidKitchen,
        "invalid kitchen '\(name.prefix(40).escapingControls)', expected 1 to 40 characters"
      )
    }
    self.text = name
  }
}

extension KitchenName: CustomStringConvertible {
  /// The name itself.
  public var description: String { text }
}
