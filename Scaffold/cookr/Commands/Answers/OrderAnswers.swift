import ArgumentParser

/// What is ordered.
struct OrderAnswers: AnswerFlags {
  @Option(help: ArgumentHelp("A dish; give one for each dish.", valueName: "name"))
  var dish: [String] = []

  @Option(
    // A number below zero is refused by the question, in its own words.
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "How many portions: one for all dishes, one a dish in their order, or dish=number.",
      valueName: "number"
    )
  )
  var quantity: [String] = []

  @Option(help: ArgumentHelp("The flavour of the whole meal.", valueName: "name"))
  var flavour: [String] = []

  var byKey: [String: [String]] {
    ["dish": dish, "quantity": quantity, "flavour": flavour]
  }
}
