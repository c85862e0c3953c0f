import Crypto
public import FlowKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The secret that the app and the receiver of its webhook share; descriptions do not show it.
public struct WebhookSecret: Hashable, Sendable {
  private static let fewestCharacters = 16
  private let text: String

  /// Takes a secret of at least 16 characters.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/webhookConfiguration`` that does not repeat it.
  public init(_ text: String) throws(FlowFailure) {
    guard text.count >= Self.fewestCharacters else {
      throw FlowFailure(
        .webhookConfiguration,
        "the webhook's secret has \(text.count) characters, expected at least "
          + "\(Self.fewestCharacters)",
        help: "make one with 'openssl rand -hex 32' and give the receiver the same"
      )
    }
    guard text == text.trimmingSpaces(), text == text.printable else {
      throw FlowFailure(
        .webhookConfiguration,
        "the webhook's secret has control characters or white space at its ends",
        help: "set it without quotes inside and without a line end"
      )
    }
    self.text = text
  }

  /// The key of the signature: the secret's UTF-8 bytes.
  var key: SymmetricKey {
    SymmetricKey(data: Data(text.utf8))
  }
}

extension WebhookSecret: CustomStringConvertible, CustomReflectable {
  /// A placeholder.
  public var description: String { "(secret)" }

  /// Empty, so that dumps do not show the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
