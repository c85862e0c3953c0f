import ArgumentParser

/// How the meal, or a tip, is paid.
struct PaymentAnswers: AnswerFlags {
  @Option(help: ArgumentHelp("The tip with the payment, such as '10'.", valueName: "per cent"))
  var tip: [String] = []

  @Option(
    help: ArgumentHelp(
      "The sandbox card; give further ones to try after a decline.",
      valueName: "name"
    )
  )
  var card: [String] = []

  @Option(
    name: .customLong("tip-amount"),
    help: ArgumentHelp("The tip after delivery, such as '2.00'.", valueName: "amount")
  )
  var tipAmount: [String] = []

  /// The key of the question that naming a further card answers with yes.
  static let furtherCards = "another-card"

  var byKey: [String: [String]] {
    [
      "tip": tip, "card": card, "tip-amount": tipAmount,
      Self.furtherCards: card.dropFirst().map { _ in "yes" },
    ]
  }
}
