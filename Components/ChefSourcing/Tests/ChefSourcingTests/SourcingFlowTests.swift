import FlowKit
import FlowTesting
import Testing

@testable import ChefSourcing

@Suite(.timeLimit(.minutes(1))) struct SourcingFlowTests {
  private static let full = ScriptedAnswers.Behaviour.answers(.declined(reason: "full"))

  @Test func `the chosen chef gets the offer and the assignment is saved`() async throws {
    let world = SourcingWorld()
    let presenter = ScriptedPresenter([
      ScriptedAnswer("place", .choice("harbour")),
      ScriptedAnswer("chef", .choice("bruno")),
    ])
    let result = await world.flow.start(Sample.request(), on: presenter)
    let expected = SourcingWorld.assignment(
      of: "bruno",
      stars: "4.4",
      destination: Sample.harbour
    )
    #expect(result == .completed(expected))
    #expect(try await world.store.assignment(forOrder: "order-1") == expected)
    #expect(try await world.states == ["bruno accepted"])
    #expect(presenter.prompts.map(\.key) == ["place", "chef", "asking", "assignment"])
    #expect(
      presenter.pages.last
        == Page(
          title: "Bruno cooks for you",
          lines: [
            .text("4.4 stars, cooks Thai, 1.1 km away", role: .success),
            .gap,
            .field("Kitchen", "Market, 1.1 km away"),
            .field("Goes to", "Harbour"),
            .field("Arrives", "in about 30 minutes", role: .strong),
            .field("Chef's fee", "€5.00"),
          ]
        )
    )
  }

  @Test func `no page waits for a person whose backing out could not be heard`() async throws {
    let presenter = ScriptedPresenter([
      ScriptedAnswer("chef", .choice("anna")),
      ScriptedAnswer("next-chef", .confirmed(true)),
    ])
    let world = SourcingWorld(["anna": Self.full])
    _ = try await world.flow.start(Sample.request(place: Sample.market), on: presenter).get()
    let waiting = presenter.prompts.filter { prompt in
      if case .page(_, waits: true) = prompt.kind { true } else { false }
    }
    #expect(presenter.pages.count == 4)
    #expect(waiting == [])
  }

  @Test func `a place that is given is not asked for, and the best chef is suggested`()
    async throws
  {
    let world = SourcingWorld()
    let presenter = ScriptedPresenter([ScriptedAnswer("chef", .choice("anna"))])
    _ = await world.flow.start(Sample.request(place: Sample.market), on: presenter)
    #expect(presenter.prompts.map(\.key) == ["chef", "asking", "assignment"])
    let list = try #require(presenter.prompts.first?.list)
    #expect(list.suggested == "anna")
    #expect(
      list.choices
        == [("anna", "4.9"), ("bruno", "4.4"), ("carla", "4.0")].map { id, stars in
          Choice(
            id: id,
            label: id.prefix(1).uppercased() + id.dropFirst(),
            detail: "\(stars) stars, cooks Thai, 1.1 km away, €5.00",
            keywords: ["Thai", "Market"]
          )
        }
    )
  }

  @Test func `the city's centre is suggested as the place`() async throws {
    let presenter = ScriptedPresenter([])
    _ = await SourcingWorld().flow.start(Sample.request(), on: presenter)
    let list = try #require(presenter.prompts.first?.list)
    #expect(list.choices.map(\.id) == ["harbour", "market"])
    #expect(list.suggested == "market")
  }

  @Test func `at most ten chefs are offered to choose from`() async throws {
    let chefs = (10..<30).map { Sample.chef("chef-\($0)") }
    let presenter = ScriptedPresenter([])
    _ = await SourcingWorld(chefs: chefs).flow
      .start(Sample.request(place: Sample.market), on: presenter)
    let list = try #require(presenter.prompts.first?.list)
    #expect(list.choices.map(\.id) == (10..<20).map { "chef-\($0)" })
  }

  @Test func `after a refusal the best of the others is asked`() async throws {
    let world = SourcingWorld(["bruno": Self.full])
    let presenter = ScriptedPresenter([
      ScriptedAnswer("chef", .choice("bruno")),
      ScriptedAnswer("next-chef", .confirmed(true)),
    ])
    let result = await world.flow.start(Sample.request(place: Sample.market), on: presenter)
    #expect(result == .completed(SourcingWorld.assignment(of: "anna", stars: "4.9")))
    #expect(try await world.states == ["bruno declined", "anna accepted"])
    #expect(
      presenter.prompts.map(\.key)
        == ["chef", "asking", "offer", "next-chef", "asking", "assignment"]
    )
    #expect(
      presenter.pages.dropFirst().first
        == Page(title: "Bruno declined", lines: [.text("Why: full", role: .warning)])
    )
  }

  @Test func `a person who wants another goes back to a list without those who declined`() async {
    let world = SourcingWorld(["anna": Self.full])
    let presenter = ScriptedPresenter([
      ScriptedAnswer("chef", .choice("anna")),
      ScriptedAnswer("next-chef", .confirmed(false)),
      ScriptedAnswer("chef", .choice("carla")),
    ])
    let result = await world.flow.start(Sample.request(place: Sample.market), on: presenter)
    #expect(result == .completed(SourcingWorld.assignment(of: "carla", stars: "4.0")))
    let lists = presenter.prompts.compactMap(\.list).map { $0.choices.map(\.id) + [$0.suggested] }
    #expect(lists == [["anna", "bruno", "carla", "anna"], ["bruno", "carla", "bruno"]])
  }

  @Test func `when nobody is left the flow fails and counts the answers`() async {
    let world = SourcingWorld(["anna": Self.full, "bruno": Self.full, "carla": Self.full])
    let presenter = ScriptedPresenter([
      ScriptedAnswer("chef", .choice("anna")),
      ScriptedAnswer("next-chef", .confirmed(true)),
      ScriptedAnswer("next-chef", .confirmed(true)),
    ])
    let result = await world.flow.start(Sample.request(place: Sample.market), on: presenter)
    let failure = FlowFailure(
      .chefsDeclined,
      "no chef within reach of 'Market' took order 'order-1': 3 declined, 0 did not answer",
      help: "order again at another time or for another place"
    )
    #expect(result == .failed(failure))
    #expect(presenter.prompts.last?.key == "offer")
  }

  @Test(arguments: [
    (
      0.01, "no chef within reach of 'Market' cooks at 03:00; 2 are closed",
      "choose another time or another place"
    ),
    (1, "no chef delivers to 'Market'; 3 are too far away", "choose another place"),
  ])
  func `when all are closed or too far away the flow fails and counts them`(
    east: Double,
    message: String,
    help: String
  ) async {
    let hours = Sample.hours([.friday], "17:00-22:00")
    let chefs =
      ["anna", "bruno"].map { Sample.chef($0, east: east, hours: hours) }
      + [Sample.chef("carla", east: 1)]
    let request = Sample.request(place: Sample.market, wanted: Sample.time(.friday, 3))
    let result = await SourcingWorld(chefs: chefs).flow.start(request, on: ScriptedPresenter([]))
    #expect(result == .failed(FlowFailure(.chefsNone, message, help: help)))
  }

  @Test func `an order that has a chef is answered without a question`() async throws {
    let world = SourcingWorld()
    let standing = try await world.accept(as: "carla")
    let presenter = ScriptedPresenter([])
    #expect(await world.flow.start(Sample.request(), on: presenter) == .completed(standing))
    #expect(presenter.prompts.map(\.key) == ["assignment"])
    #expect(try await world.states == ["carla accepted"])
  }
}

@Suite(.timeLimit(.minutes(1))) struct SourcingContractTests {
  @Test(arguments: FlowRule.allCases, [false, true])
  func `the sourcing flow keeps the contract, also where it asks friends`(
    rule: FlowRule,
    asksFriends: Bool
  ) async throws {
    let contract = FlowContract(
      parameters: Sample.request(),
      answers: [
        ScriptedAnswer("place", .choice("market")),
        ScriptedAnswer("chef", .choice("anna")),
        ScriptedAnswer("next-chef", .confirmed(false)),
        ScriptedAnswer("chef", .choice("carla")),
        ScriptedAnswer("next-chef", .confirmed(true)),
      ],
      badParameters: [
        Sample.request(""),
        Sample.request("order\n1"),
        Sample.request(String(repeating: "x", count: 65)),
        Sample.request(dishes: []),
        Sample.request(dishes: [SourcingRequest.Dish(name: "", cuisine: Sample.thai)]),
        Sample.request(dishes: [.init(name: "Soup", cuisine: Cuisine(rawValue: " "))]),
      ],
      committedFrom: "assignment",
      makeFlow: {
        let refusal = ScriptedAnswers.Behaviour.answers(.declined(reason: "the kitchen is full"))
        let friends = asksFriends ? ScriptedFriends(.recommend(["anna": 1])) : nil
        return SourcingWorld(["anna": refusal, "carla": refusal], friends: friends).flow
      }
    )
    try await contract.verify(rule)
  }
}
