import ArgumentParser

/// What is ordered.
struct OrderAnswers: AnswerFlags {
  @Option(help: ArgumentHelp("A dish; give one for each dish.", valueName: "name"))
  var dish: [String] = []

  @Option(
    // A number below zero is refused by the question, in its own words.
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The portions: one number for all dishes, one per dish in order, or dish=number.",
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
