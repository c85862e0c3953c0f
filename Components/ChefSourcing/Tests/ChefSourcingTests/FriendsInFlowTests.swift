import FlowKit
import FlowTesting
import Testing

@testable import ChefSourcing

@Suite(.timeLimit(.minutes(1))) struct FriendsInFlowTests {
  private let request = Sample.request(place: Sample.market)

  @Test func `whom friends recommend is suggested, and the assignment says so`() async throws {
    let world = SourcingWorld(friends: ScriptedFriends(.recommend(["carla": 2])))
    let presenter = ScriptedPresenter([ScriptedAnswer("chef", .choice("carla"))])
    let assignment = try await world.flow.start(request, on: presenter).get()
    let words = "recommended by 2 of your friends, 4.0 stars, cooks Thai, 1.1 km away"
    #expect(assignment.explanation == words)
    let question = try #require(presenter.prompts.first)
    guard case .chooseOne(let choices, let suggested) = question.kind else {
      Issue.record("the first prompt is no choice")
      return
    }
    #expect(suggested == "carla")
    #expect(choices.map(\.id) == ["carla", "anna", "bruno"])
    #expect(
      choices.map(\.detail)
        == [words, "4.9 stars, cooks Thai, 1.1 km away", "4.4 stars, cooks Thai, 1.1 km away"]
        .map { "\($0), €5.00" }
    )
    #expect(question.detail == "The best for Market at 18:30, best first.")
  }

  @Test func `the friends are asked while the person says where the meal goes`() async throws {
    let friends = ScriptedFriends(.recommend(["bruno": 1]))
    let presenter = PatientPresenter(
      ScriptedPresenter([
        ScriptedAnswer("place", .choice("market")), ScriptedAnswer("chef", .choice("bruno")),
      ]),
      until: friends.asked
    )
    _ = try await SourcingWorld(friends: friends).flow.start(Sample.request(), on: presenter).get()
    #expect(friends.askedCount == 1)
  }

  @Test func `friends who do not answer in time are gone without, and the list says so`() async {
    let world = SourcingWorld(friends: ScriptedFriends(.areSilent))
    let presenter = ScriptedPresenter([ScriptedAnswer("chef", .choice("anna"))])
    async let result = world.flow.start(request, on: presenter)
    await world.clock.someoneSleeps()
    #expect(world.clock.deadlines == [ManualClock.Instant(offset: .seconds(5))])
    world.clock.advance(by: .seconds(5))
    #expect(await result == .completed(SourcingWorld.assignment(of: "anna", stars: "4.9")))
    #expect(
      presenter.prompts.first?.detail
        == "The best for Market at 18:30, best first, without your friends' recommendations: "
        + "there was no answer within 5.0 seconds."
    )
  }

  @Test func `friends who cannot be asked are gone without, and each list says why`() async {
    let failure = FlowFailure(.unavailable, "the line is dead", help: "wait")
    let refusal = ScriptedAnswers.Behaviour.answers(.declined(reason: "full"))
    let world = SourcingWorld(["anna": refusal], friends: ScriptedFriends(.fail(failure)))
    let presenter = ScriptedPresenter([
      ScriptedAnswer("chef", .choice("anna")),
      ScriptedAnswer("next-chef", .confirmed(false)),
      ScriptedAnswer("chef", .choice("bruno")),
    ])
    let result = await world.flow.start(request, on: presenter)
    #expect(result == .completed(SourcingWorld.assignment(of: "bruno", stars: "4.4")))
    let details = presenter.prompts.filter { $0.key == "chef" }.map(\.detail)
    let expected =
      "The best for Market at 18:30, best first, without your friends' recommendations: "
      + "the line is dead."
    #expect(details == [expected, expected])
  }

  @Test func `backing out while the friends are silent ends the flow`() async {
    let world = SourcingWorld(friends: ScriptedFriends(.areSilent))
    let (results, answer) = AsyncStream<FlowResult<ChefAssignment>>.makeStream()
    let handle = world.flow.start(request, on: ScriptedPresenter([])) { answer.yield($0) }
    await world.clock.someoneSleeps()
    handle.cancel()
    #expect(await results.first { _ in true } == .cancelled)
  }

  @Test func `an order that has a chef, or makes no sense, troubles no friends`() async throws {
    let friends = ScriptedFriends(.recommend(["carla": 1]))
    let world = SourcingWorld(friends: friends)
    let standing = try await world.accept(as: "anna")
    let presenter = ScriptedPresenter([])
    #expect(await world.flow.start(request, on: presenter) == .completed(standing))
    _ = await world.flow.start(Sample.request(""), on: presenter)
    #expect(friends.askedCount == 0)
  }
}

/// Answers nothing before the friends were asked.
private struct PatientPresenter: Presenter {
  private let base: ScriptedPresenter
  private let asked: AsyncStream<Void>

  init(_ base: ScriptedPresenter, until asked: AsyncStream<Void>) {
    self.base = base
    self.asked = asked
  }

  func response(to prompt: Prompt) async throws -> Response {
    if prompt.key == "place" { for await _ in asked { break } }
    return try await base.response(to: prompt)
  }
}
