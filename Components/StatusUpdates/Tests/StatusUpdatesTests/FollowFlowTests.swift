import FlowKit
import FlowTesting
import Foundation
import Persistence
import Testing

@testable import StatusUpdates

@Suite(.timeLimit(.minutes(1)))
struct FollowFlowTests {
  private let yes = ScriptedAnswer("tip", .confirmed(true))
  private let no = ScriptedAnswer("tip", .confirmed(false))
  private let keys = ["timeline", "status", "status", "delivered", "tip"]

  @Test(arguments: FlowRule.allCases, [true, false])
  func `following an order keeps the contract`(rule: FlowRule, givesTip: Bool) async throws {
    let store = StatusStore.inMemory()
    try await makeTracker(store, TestClock()).lead(.a17, through: [.placed, .chefAssigned])
    let contract = FlowContract(
      parameters: FollowRequest(order: .a17, chef: "Malee"),
      answers: [ScriptedAnswer("tip", .confirmed(givesTip))],
      badParameters: [
        FollowRequest(order: OrderReference(rawValue: "")),
        FollowRequest(order: OrderReference(rawValue: "A 17")),
        FollowRequest(order: .a17, chef: " "),
        FollowRequest(order: .a17, chef: "\u{1B}[2J"),
      ],
      committedFrom: "delivered"
    ) {
      FollowSetting(StatusStore(try store.database.copy())).flow
    }
    try await contract.verify(rule)
  }

  @Test func `an order is followed to the door`() async throws {
    let setting = try await FollowSetting()
    let (result, prompts) = await setting.run([no])
    let timeline = try await setting.tracker.timeline(of: .a17)
    #expect(timeline.changes.map(\.status) == .wholeWay)
    #expect(result == .completed(FollowOutcome(timeline: timeline, tip: .declined)))
    #expect(prompts.map(\.key) == keys)
    #expect(
      prompts.compactMap(\.page).prefix(2) == [
        Page(
          title: "Order A-17",
          lines: [
            .field("placed", "09:00:00"),
            .field("chef assigned", "09:00:00"),
            .field("cooking", "to come", role: .muted),
            .field("on its way", "to come", role: .muted),
            .field("delivered", "to come", role: .muted),
          ]
        ),
        Page(
          title: "Order A-17 is being cooked",
          lines: [.text("09:01:00  the pans are on the fire")]
        ),
      ]
    )
  }

  @Test func `a tip is left to the route's flow, on the same presenter`() async throws {
    let setting = try await FollowSetting()
    let (result, prompts) = await setting.run([yes])
    let tip = TipOutcome(amount: Money(minorUnits: 200, currency: .eur), receipt: "R-1")
    #expect(try result.get().tip == .given(tip))
    #expect(prompts.map(\.key) == keys + ["tip-outcome"])
    #expect(prompts.map(\.title).suffix(2) == ["2 euros for Malee?", "Thank you"])
    let waiting = prompts.filter { if case .page(_, waits: true) = $0.kind { true } else { false } }
    #expect(waiting == [], "who backed out of a page behind the delivery would go unheard")
  }

  @Test func `a tip that is cancelled does not undo the delivery`() async throws {
    let flow = FailingTipFlow(error: CancellationError())
    let setting = try await FollowSetting(tip: TipRoute(to: flow))
    let (result, prompts) = await setting.run([])
    let outcome = try result.get()
    #expect(outcome.timeline.status == .delivered)
    #expect(outcome.tip == .cancelled)
    #expect(prompts.last?.title == "No tip given")
  }

  @Test func `a tip that fails is told and does not undo the delivery`() async throws {
    let failure = FlowFailure(.unavailable, "the card was declined", help: "try another")
    let setting = try await FollowSetting(tip: TipRoute(to: FailingTipFlow(error: failure)))
    let (result, prompts) = await setting.run([])
    let outcome = try result.get()
    #expect(outcome.timeline.status == .delivered)
    #expect(outcome.tip == .failed(failure))
    #expect(
      prompts.last?.page
        == Page(
          title: "The tip was not given",
          lines: [
            .text("the card was declined", role: .warning),
            .text("try another", role: .muted),
            .text("Your order has been delivered."),
          ]
        )
    )
  }

  @Test func `without a route no tip is offered`() async throws {
    let setting = try await FollowSetting(tip: nil)
    let (result, prompts) = await setting.run([])
    #expect(try result.get().tip == .notOffered)
    #expect(prompts.map(\.key) == ["timeline", "status", "status", "delivered"])
  }

  @Test(arguments: [[Status].wholeWay, [.placed, .cancelled], [.placed]])
  func `an order that has ended, or waits for a chef, is only shown`(
    statuses: [Status]
  ) async throws {
    let setting = try await FollowSetting(order: statuses)
    let (result, prompts) = await setting.run([])
    let outcome = try result.get()
    #expect(outcome.timeline.changes.map(\.status) == statuses)
    #expect(outcome.tip == .notOffered)
    #expect(prompts.map(\.key) == ["timeline"])
  }

  @Test func `an order that is cancelled while it is followed ends there`() async throws {
    let setting = try await FollowSetting { tracker in
      let timeline = try await tracker.timeline(of: .a17)
      if timeline.status == .cooking { try await tracker.advance(.a17, to: .cancelled) }
    }
    let (result, prompts) = await setting.run([])
    #expect(try result.get().timeline.status == .cancelled)
    #expect(prompts.map(\.key) == ["timeline", "status", "cancelled"])
  }

  @Test func `steps that somebody else takes are shown too`() async throws {
    let setting = try await FollowSetting(tip: nil) { tracker in
      try await tracker.lead(.a17, through: [.cooking, .onItsWay, .delivered])
    }
    let (result, prompts) = await setting.run([])
    #expect(try result.get().timeline.changes.map(\.status) == .wholeWay)
    #expect(prompts.map(\.key) == ["timeline", "status", "status", "delivered"])
  }

  @Test func `who stops following leaves the order under way, to be followed again`()
    async throws
  {
    let (waiting, signal) = AsyncStream<Void>.makeStream()
    let setting = try await FollowSetting { _ in
      signal.finish()
      // Ends when the task is cancelled.
      for await _ in AsyncStream<Never>.makeStream().stream {}
      throw CancellationError()
    }
    let (results, answer) = AsyncStream<FlowResult<FollowOutcome>>.makeStream()
    let request = FollowRequest(order: .a17)
    let handle = setting.flow.start(request, on: ScriptedPresenter([])) { result in
      answer.yield(result)
      answer.finish()
    }
    for await _ in waiting {}
    handle.cancel()
    for await result in results { #expect(result == .cancelled) }
    #expect(try await setting.tracker.openTimelines().map(\.status) == [.chefAssigned])
  }

  @Test func `an unknown order is told before anything is shown`() async throws {
    let setting = try await FollowSetting()
    let presenter = ScriptedPresenter([])
    let result = await setting.flow.start(FollowRequest(order: .b4), on: presenter)
    let failure = FlowFailure(
      .unknownOrder,
      "unknown order 'B-4'",
      help: "choose one of A-17"
    )
    #expect(result == .failed(failure))
    #expect(presenter.prompts.isEmpty)
  }

  @Test func `a link names the order to follow`() async throws {
    let flow = try await FollowSetting().flow
    let link = try DeepLink("cookr://track/A-17", scheme: "cookr")
    #expect(link.name == FollowFlow.linkName)
    #expect(try flow.parameters(for: link.rest) == FollowRequest(order: .a17))
    for example in FollowFlow.linkExamples {
      let link = try DeepLink("cookr://\(example)", scheme: "cookr")
      #expect(throws: Never.self) { try flow.parameters(for: link.rest) }
    }
  }

  @Test(arguments: [
    "cookr://track", "cookr://track/", "cookr://track/A/17", "cookr://track/A%2017",
    "cookr://track/A-17?chef=x",
  ])
  func `any other link leads nowhere`(text: String) async throws {
    let flow = try await FollowSetting().flow
    let link = try DeepLink(text, scheme: "cookr")
    let failure = #expect(throws: FlowFailure.self) { try flow.parameters(for: link.rest) }
    #expect(failure?.code == .unknownLink)
  }
}

extension Prompt {
  fileprivate var page: Page? {
    if case .page(let page, _) = kind { page } else { nil }
  }
}

private struct FailingTipFlow: SequentialFlow {
  typealias Parameters = TipRequest
  typealias Output = TipOutcome?

  let error: any Error

  func run(_ request: TipRequest, on presenter: any Presenter) async throws -> TipOutcome? {
    throw error
  }
}
