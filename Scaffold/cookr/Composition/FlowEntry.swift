import FlowKit

/// One of the built-in flows, as the home screen and deep links start it.
struct FlowEntry: Sendable {
  /// Starts the flow with the rest of a link, and makes the outcome of what it completed with.
  typealias Run =
    @Sendable (FlowLink, Composition, any Presenter) async throws -> FlowOutcome

  /// The name that its links start with.
  let name: String
  let title: String
  /// Examples of its links without their scheme; empty for a flow that no link starts.
  let links: [String]
  let need: FlowNeed
  private let run: Run

  init(
    name: String,
    title: String,
    links: [String],
    needs need: FlowNeed = .nothing,
    run: @escaping Run
  ) {
    self.name = name
    self.title = title
    self.links = links
    self.need = need
    self.run = run
  }

  init<Flow: LinkedFlow>(
    _ flow: Flow.Type,
    _ title: String,
    needs need: FlowNeed = .nothing,
    run: @escaping Run
  ) {
    self.init(
      name: flow.linkName,
      title: title,
      links: flow.linkExamples,
      needs: need,
      run: run
    )
  }

  /// Starts the flow with the rest of a link.
  ///
  /// - Throws: a `FlowFailure` where a link is for something that is not there; what the flow ends
  ///   with otherwise.
  func open(
    _ link: FlowLink,
    in app: Composition,
    on presenter: any Presenter
  ) async throws -> FlowOutcome {
    try await need.check(link, app)
    return try await run(link, app, presenter)
  }

  /// Asks for what the flow needs, and starts it as a link would.
  ///
  /// - Throws: what the flow, or the question before it, ends with otherwise.
  func start(in app: Composition, on presenter: any Presenter) async throws -> FlowOutcome {
    try await open(try await need.ask(app, presenter), in: app, on: presenter)
  }
}

extension LinkedFlow {
  /// Starts the flow with what a link says and returns what it completes with.
  func run(_ link: FlowLink, on presenter: any Presenter) async throws -> Output {
    try await start(parameters(for: link), on: presenter).get()
  }
}

extension FlowEntry {
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
