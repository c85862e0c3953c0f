import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import StatusUpdates

/// One of the built-in flows, as the home screen and deep links start it.
struct FlowEntry: Sendable {
  /// What a person chooses before the flow can start without a link.
  enum Need: Sendable {
    case nothing
    case cuisine
    case order
  }

  typealias Run =
    @Sendable (FlowLink, Composition, any Presenter) async throws -> FlowOutcome

  /// The name that its links start with.
  let name: String
  let title: String
  /// The component that it is part of.
  let component: String
  /// Examples of its links without their scheme; empty for a flow that no link starts.
  let links: [String]
  let needs: Need
  private let run: Run

  init(
    name: String,
    title: String,
    component: String,
    links: [String],
    needs: Need,
    run: @escaping Run
  ) {
    self.name = name
    self.title = title
    self.component = component
    self.links = links
    self.needs = needs
    self.run = run
  }

  init<Flow: LinkedFlow>(
    _ flow: Flow.Type,
    _ title: String,
    of component: String,
    needs: Need,
    run: @escaping Run
  ) {
    self.init(
      name: flow.linkName,
      title: title,
      component: component,
      links: flow.linkExamples,
      needs: needs,
      run: run
    )
  }

  /// Starts the flow with the rest of a link.
  ///
  /// - Throws: a `FlowFailure` that names the nearest where a link is for an order that is not there;
  ///   what the flow ends with otherwise.
  func open(
    _ link: FlowLink,
    in app: Composition,
    on presenter: any Presenter
  ) async throws -> FlowOutcome {
    if case .order = needs, let order = link.path.first { _ = try await app.order(named: order) }
    return try await run(link, app, presenter)
  }
}
