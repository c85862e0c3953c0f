import ArgumentParser

/// Answers to the flows' questions; each flag is named by its question's key.
struct AnswerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A dish; give one for each dish.", valueName: "name"))
  var dish: [String] = []

  @Option(
    help: ArgumentHelp(
      "How many portions: one for all dishes, one a dish in their order, or dish=number.",
      valueName: "number"
    )
  )
  var quantity: [String] = []

  @Option(help: ArgumentHelp("The flavour of the whole meal.", valueName: "name"))
  var flavour: [String] = []

  @Option(help: ArgumentHelp("The neighbourhood that the meal goes to.", valueName: "name"))
  var place: [String] = []

  @Option(help: ArgumentHelp("The chef to ask first.", valueName: "name"))
  var chef: [String] = []

  @Option(help: ArgumentHelp("The tip with the payment, such as '10'.", valueName: "per cent"))
  var tip: [String] = []

  @Option(
    help: ArgumentHelp("The sandbox card; give further ones to try.", valueName: "name")
  )
  var card: [String] = []

  @Option(
    name: .customLong("tip-amount"),
    help: ArgumentHelp("The tip after delivery.", valueName: "amount")
  )
  var tipAmount: [String] = []

  @Option(help: ArgumentHelp("How much to refund, such as '12.50'.", valueName: "amount"))
  var amount: [String] = []

  @Flag(name: .shortAndLong, help: "Confirm everything and take each suggestion.")
  var yes = false

  /// The answers by the questions' keys.
  var byKey: [String: [String]] {
    [
      "dish": dish, "quantity": quantity, "flavour": flavour, "place": place, "chef": chef,
      "tip": tip, "card": card, "tip-amount": tipAmount, "amount": amount,
    ]
    .filter { !$0.value.isEmpty }
  }
}
