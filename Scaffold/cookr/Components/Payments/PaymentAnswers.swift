import ArgumentParser

/// How the meal, or a tip, is paid.
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
}
