import FlowKit
import OrderProcessing
import StatusUpdates

/// One of the built-in flows, as the home screen and deep links start it.
struct FlowEntry: Sendable {
  /// Starts the flow with the rest of a link, and makes the outcome of what it completed with.
  typealias Run =
    @Sendable (FlowLink, Composition, any Presenter) async throws -> FlowOutcome

  let name: String
  let title: String
  /// Examples of its links without their scheme; empty for a flow that no link starts.
  let links: [String]
  var needs = FlowNeed.nothing
  let run: Run

  func open(
    _ link: FlowLink,
    in app: Composition,
    on presenter: any Presenter
  ) async throws -> FlowOutcome {
    try await needs.check(link, app)
    return try await run(link, app, presenter)
  }

  /// Asks for what the flow needs, and starts it as a link would.
  func start(in app: Composition, on presenter: any Presenter) async throws -> FlowOutcome {
    try await open(try await needs.ask(app, presenter), in: app, on: presenter)
  }
}

extension LinkedFlow {
  func run(_ link: FlowLink, on presenter: any Presenter) async throws -> Output {
    try await output(of: parameters(for: link), on: presenter)
  }
}

extension FlowInitiator {
  /// Starts a flow that is not a stage of a meal, and waits for its output.
  ///
  /// The results of all such flows come in here, by the callback.
  func output(of parameters: Parameters, on presenter: any Presenter) async throws -> Output {
    try await waitForCallback { callback in
      start(parameters, on: presenter) { result in callback(result) }
    }.get()
  }
}

extension FlowEntry {
  init<Flow: LinkedFlow>(
    _ flow: Flow.Type,
    _ title: String,
    needs: FlowNeed = .nothing,
    run: @escaping Run
  ) {
    self.init(
      name: flow.linkName,
      title: title,
      links: flow.linkExamples,
      needs: needs,
      run: run
    )
  }

  /// All steps of a meal, of a new order or of the one that the link names.
  static let meal = FlowEntry(
    name: "meal",
    title: "Order a meal",
    links: ["meal", "meal/ORDER"]
  ) { link, app, presenter in
    try link.expect(pathCount: 0...1, queryNames: [])
    var journey = Journey()
    if let name = link.path.first {
      journey = try await app.journey(resuming: try await app.order(named: name))
    }
    return try await Coordinator(app, on: presenter).run(journey)
      .outcome(advising: app.context.invocation, isDemo: app.context.isDemo)
  }
}

enum FlowCatalogue {
  static let entries: [FlowEntry] = [.meal] + AppComponent.all.flatMap(\.flows)

  static func entry(for link: DeepLink) throws(FlowFailure) -> FlowEntry {
    let linked = entries.filter { !$0.links.isEmpty }
    if let entry = linked.first(where: { $0.name == link.name }) { return entry }
    throw FlowFailure(
      .unknownLink,
      "there is no flow '\(link.name)'",
      help: nearestHelp(to: link.name, among: linked.map(\.name))
    )
  }
}

/// The choice that a person makes before a flow can start without a link.
struct FlowNeed: Sendable {
  /// Refuses a link for something that is not there.
  var check: @Sendable (FlowLink, Composition) async throws -> Void = { _, _ in }
  /// Asks for it, and returns what a link would say.
  let ask: @Sendable (Composition, any Presenter) async throws -> FlowLink

  static let nothing = FlowNeed { _, _ in FlowLink() }

  /// One of the orders, which the first part of a link names.
  static let order = FlowNeed(orderThat: { _ in true })

  static let openOrder = FlowNeed(orderThat: { !$0.status.isFinal })
}

extension FlowNeed {
  private init(orderThat isOffered: @escaping @Sendable (OrderRecord) -> Bool) {
    self.init(
      check: { link, app in
        if let name = link.path.first { _ = try await app.order(named: name) }
      },
      ask: { app, presenter in
        let records = try await app.records(limit: 100).filter(isOffered)
        guard !records.isEmpty else {
          throw FlowFailure(.noSuchOrder, "there is no order yet", help: "order a meal first")
        }
        let orders = records.map { record in
          Choice(
            id: record.order.id.rawValue,
            label: record.order.id.rawValue,
            detail: "\(record.status.label), \(record.order.total)",
            keywords: record.order.lines.map(\.name)
          )
        }
        let order = try await presenter.ask(.chooseOne("order", "Which order?", from: orders))
        return FlowLink(path: [order])
      }
    )
  }
}
