import AppConsole
import ArgumentParser

struct MealCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "meal",
    abstract: "Order a meal, find a chef, pay, and follow it until delivery."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup var kitchen: DemoOption
  @OptionGroup(title: "Answers") var orderAnswers: OrderAnswers
  @OptionGroup(title: "Answers") var chefAnswers: ChefAnswers
  @OptionGroup(title: "Answers") var paymentAnswers: PaymentAnswers
  @OptionGroup(title: "Answers") var agreement: Agreement

  @Option(help: ArgumentHelp("Continue this order instead of a new one.", valueName: "id"))
  var order: String?

  func run(in session: AppSession) async throws {
    let answers: [any AnswerFlags] = [orderAnswers, chefAnswers, paymentAnswers]
    let presenter = session.presenter(answers, yes: agreement.yes)
    try await session.withApp(isDemo: kitchen.demo) { app in
      // What is wrong with a later step is said before an order is placed.
      _ = try (app.sourcing, app.payments, app.following)
      try await paymentAnswers.check()
      try await chefAnswers.check()
      let coordinator = Coordinator(app, on: presenter) { order in
        let request = app.sourcingRequest(for: order)
        try await ChefAnswers.check(presenter, for: request, in: app)
      }
      let journey = try await coordinator.run(try await journey(in: app))
      if order == nil { try await coordinator.takeBack(journey) }
      if case .arrived = journey.ending { session.warnOfUnusedAnswers(presenter) }
      try session.console.print(journey, isDemo: kitchen.demo)
    }
  }

  private func journey(in app: Composition) async throws -> Journey {
    guard let order else { return Journey() }
    return try await app.journey(resuming: try await app.order(named: order))
  }
}
