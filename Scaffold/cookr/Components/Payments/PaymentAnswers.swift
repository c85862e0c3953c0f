import ArgumentParser
import FlowKit
import Payments
import TerminalPresenter

struct PaymentAnswers: AnswerFlags {
  @Option(
    help: ArgumentHelp("The tip after delivery, in per cent of the meal.", valueName: "per cent")
  )
  var tip: [String] = []

  @Option(
    help: ArgumentHelp(
      "The sandbox card; give further ones to try after a decline.",
      valueName: "name"
    )
  )
  var card: [String] = []

  /// The key of the question that naming a further card answers with yes.
  static let furtherCards = "another-card"

  var byKey: [String: [String]] {
    [
      "tip": tip, "card": card,
      Self.furtherCards: card.dropFirst().map { _ in "yes" },
    ]
  }

  func check() async throws {
    let flows = try PaymentFlows(store: .inMemory(), processor: .inMemory())
    let order = OrderReference(rawValue: "rehearsal")
    let request = PaymentRequest(
      reference: order,
      meal: Money(minorUnits: 1000, currency: .eur),
      fee: .zero(.eur),
      taxBasisPoints: 0
    )
    let cards = card.isEmpty ? [[]] : card.map { [$0] }
    for card in cards {
      try await Rehearsal.run(
        flows.pay,
        request,
        on: AnswersPresenter(["card": card], yes: true),
        until: "pay"
      )
    }
    guard !tip.isEmpty else { return }
    // A tip after delivery needs a meal that is paid.
    try await Rehearsal.run(
      flows.pay,
      request,
      on: AnswersPresenter([:], yes: true),
      until: "receipt"
    )
    let tipRequest = TipRequest(reference: order, payee: nil)
    try await Rehearsal.run(
      flows.tip,
      tipRequest,
      on: AnswersPresenter(["tip": tip], yes: true),
      until: "card"
    )
  }
}
