import ArgumentParser
import ChefSourcing
import FlowKit
import TerminalPresenter

struct ChefAnswers: AnswerFlags {
  @Option(help: ArgumentHelp("The neighbourhood to deliver to.", valueName: "name"))
  var place: [String] = []

  @Option(help: ArgumentHelp("The chef to ask first.", valueName: "name"))
  var chef: [String] = []

  var byKey: [String: [String]] {
    ["place": place, "chef": chef]
  }

  func check() async throws {
    for name in place {
      _ = try await AnswersPresenter(["place": [name]]).ask(
        .chooseOne("place", "Where should the meal go?", from: City.bundled().neighbourhoods)
      )
    }
    let chefs = try Chef.bundled().map { Choice(id: $0.id.rawValue, label: $0.name) }
      .sorted { $0.id < $1.id }
    for name in chef {
      _ = try await AnswersPresenter(["chef": [name]]).ask(
        .chooseOne("chef", "Who should cook?", from: chefs)
      )
    }
  }

  /// Refuses answers that the questions for an order do not take, such as a chef who does not
  /// deliver that far.
  ///
  /// What follows an offer to a chef depends on the chef's answer, and cannot be checked.
  static func check(
    _ answers: AnswersPresenter,
    for request: SourcingRequest,
    in app: Composition
  ) async throws {
    // Chefs are only asked behind the question, so that this has no effect.
    let flow = try SourcingFlow.standard(
      offers: .inMemory(),
      isSimulated: true,
      environment: app.context.environment,
      now: app.context.now
    )
    try await Rehearsal.run(flow, request, on: answers.rehearsal(), until: "asking")
  }
}
