import ArgumentParser
import ChefSourcing
import FlowKit
import TerminalPresenter

/// Where the meal goes and who cooks it.
struct ChefAnswers: AnswerFlags {
  @Option(help: ArgumentHelp("The neighbourhood to deliver to.", valueName: "name"))
  var place: [String] = []

  @Option(help: ArgumentHelp("The chef to ask first.", valueName: "name"))
  var chef: [String] = []

  var byKey: [String: [String]] {
    ["place": place, "chef": chef]
  }

  /// Refuses places and chefs that do not exist.
  ///
  /// - Throws: a `FlowFailure` that names the flag.
  func check(in app: Composition) async throws {
    let adapters = SourcingAdapters(offers: .inMemory(), now: app.context.now)
    let places = try adapters.city().neighbourhoods
    let placeChoices = places.map { Choice(id: $0.id.rawValue, label: $0.name) }
    for name in place {
      _ = try await AnswersPresenter(["place": [name]]).ask(
        .chooseOne("place", "Where should the meal go?", from: placeChoices)
      )
    }
    guard !chef.isEmpty else { return }
    var chefs: [Chef.ID: Choice] = [:]
    for place in places {
      for chef in try await adapters.directory.chefs(near: place.coordinates) {
        chefs[chef.id] = Choice(id: chef.id.rawValue, label: chef.name)
      }
    }
    let choices = chefs.values.sorted { $0.id < $1.id }
    for name in chef {
      _ = try await AnswersPresenter(["chef": [name]]).ask(
        .chooseOne("chef", "Who should cook?", from: choices)
      )
    }
  }

  /// Refuses answers that the questions for an order do not take, such as a chef who does not
  /// deliver that far.
  ///
  /// What follows an offer to a chef depends on the chef's answer, and cannot be checked.
  ///
  /// - Throws: a `FlowFailure` that names the flag or the line.
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
