import AppConsole
import ArgumentParser
import OrderProcessing

struct OrderCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "order",
    abstract: "Choose dishes and the meal's flavour, and place the order.",
    discussion: "'cookr meal --order ID' finds a chef for it, pays it and follows it."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup(title: "Answers") var answers: OrderAnswers
  @OptionGroup(title: "Answers") var agreement: Agreement

  func run(in session: AppSession) async throws {
    let presenter = session.presenter([answers], yes: agreement.yes)
    try await session.withApp { app in
      let order = try await Coordinator(app, on: presenter).order(OrderParameters())
      session.warnOfUnusedAnswers(presenter)
      try session.console.print(.order(order, advising: app.context.invocation))
    }
  }
}

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
