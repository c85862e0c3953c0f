import AppConsole
import FlowKit
import OrderProcessing
import OrderProcessingStorage
import Persistence
import StatusUpdatesInterface
import TerminalPresenter

/// The screen from which a person starts every flow, and to which each flow leads back.
struct HomeScreen: Sendable {
  private let app: Composition
  private let presenter: any Presenter
  private let console: Console

  init(_ app: Composition, on presenter: any Presenter, console: Console) {
    self.app = app
    self.presenter = presenter
    self.console = console
  }

  /// Shows the screen until the person leaves it.
  func run() async throws {
    while true {
      let items = try await items()
      let chosen: String
      do {
        let choices = items.map(\.choice)
        chosen = try await presenter.ask(.chooseOne("home", "What would you like?", from: choices))
      } catch is CancellationError {
        return
      }
      guard let item = items.first(where: { $0.choice.id == chosen }), item.action != .leave else {
        return
      }
      try await perform(item.action)
    }
  }

  /// Does what was chosen; a flow that ends otherwise than well leads back here too.
  ///
  /// - Throws: `CancellationError` when the whole app is to end.
  private func perform(_ action: HomeItem.Action) async throws {
    do {
      try await Interruption.scope { try await start(action) }
    } catch is CancellationError {
      try Task.checkCancellation()
    } catch {
      try Task.checkCancellation()
      try await presenter.show(Trouble(error).page, key: "trouble")
    }
  }

  private func start(_ action: HomeItem.Action) async throws {
    switch action {
    case .meal:
      try await run(Journey())
    case .resume(let order):
      try await run(try await app.journey(resuming: order))
    case .flow(let name):
      guard let entry = FlowCatalogue.entries.first(where: { $0.name == name }) else { return }
      try console.print(try await entry.start(in: app, on: presenter))
    case .openLink:
      try await open(try await askForLink())
    case .leave:
      return
    }
  }

  private func run(_ journey: Journey) async throws {
    let end = try await Coordinator(app, on: presenter).run(journey)
    try console.print(end, isDemo: app.context.isDemo)
  }

  private func items() async throws -> [HomeItem] {
    let open = try await app.tracker.openTimelines()
    var items = [HomeItem(.meal, id: "meal", "Order a meal", "from the menu to your door")]
    for timeline in open.reversed().prefix(Self.mostOrdersUnderWay) {
      guard let order = try await app.orders.order(OrderID(rawValue: timeline.order.rawValue))
      else { continue }
      let dishes = order.lines.map(\.name).joined(separator: ", ")
      items.append(
        HomeItem(
          .resume(order),
          id: "resume-\(order.id)",
          "Continue \(order.id)",
          "\(timeline.status.label); \(dishes)"
        )
      )
    }
    items += AppComponent.all.flatMap { component in
      component.flows.map { HomeItem(.flow($0.name), id: $0.name, $0.title, component.name) }
    }
    let latest = try await app.links.latest()
    items.append(HomeItem(.openLink, id: "open-link", "Open a link", latest))
    items.append(HomeItem(.leave, id: "leave", "Leave", nil))
    return items
  }

  private static let mostOrdersUnderWay = 5

  private func askForLink() async throws -> String {
    let latest = try await app.links.latest()
    return try await presenter.ask(
      .text(
        "link",
        "Which link?",
        suggested: latest,
        detail: "such as cookr://order/thai?flavour=smoky"
      )
    )
  }

  private func open(_ text: String) async throws {
    let link = try DeepLink(text, scheme: "cookr")
    let entry = try FlowCatalogue.entry(for: link)
    let outcome = try await app.opening(text) {
      try await entry.open(link.rest, in: app, on: presenter)
    }
    try console.print(outcome)
  }
}

/// One line of the home screen.
private struct HomeItem: Sendable {
  enum Action: Equatable, Sendable {
    case meal
    case resume(Order)
    case flow(String)
    case openLink
    case leave
  }

  let action: Action
  let choice: Choice

  init(_ action: Action, id: String, _ label: String, _ detail: String?) {
    self.action = action
    choice = Choice(id: id, label: label, detail: detail)
  }
}
