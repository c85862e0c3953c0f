public import FlowKit
import PaymentsInterface

/// Who may be given a tip, after delivery.
public struct TipRequest: Sendable, Hashable {
  /// The order that the tip is for; paid before.
  public let reference: OrderReference
  /// Who gets it, as a person reads it; `nil` for "the chef".
  public let payee: String?

  /// Makes a request; the flow that is started with it checks the values.
  public init(reference: OrderReference, payee: String?) {
    self.reference = reference
    self.payee = payee
  }

  /// Refuses what no tip could be asked for with.
  func check() throws(FlowFailure) {
    try reference.validate()
    guard let payee else { return }
    guard !payee.isEmpty, payee.utf8.count <= 256, payee == payee.printable else {
      throw .refused(
        "the payee is called '\(String(payee.prefix(80)).printable)', expected 1 to 256 bytes of "
          + "plain text"
      )
    }
  }
}
