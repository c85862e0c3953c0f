import ArgumentParser
import FlowKit

struct MealCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "meal",
    abstract: "Go the whole way: order, find a chef, pay, follow until delivery."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup(title: "Answers") var answers: AnswerOptions

  @Option(help: ArgumentHelp("Go on with this order instead of a new one.", valueName: "id"))
  var order: String?

  func run(in session: AppSession) async throws {
    let presenter = session.presenter(answers)
    let journey = try await session.withApp { app in
      let coordinator = Coordinator(app, on: presenter)
      guard let order else { return try await coordinator.run(Journey()) }
      let stored = try await app.order(named: order)
      return try await coordinator.run(app.journey(resuming: stored))
    }
    session.warnOfUnusedAnswers(presenter)
    try session.console.print(journey)
  }
}
