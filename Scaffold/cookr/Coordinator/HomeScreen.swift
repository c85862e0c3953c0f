import AppConsole
import ChefSourcing
import FlowKit
import OrderProcessing
import OrderProcessingStorage
import StatusUpdates
import TerminalPresenter

/// The screen from which a person starts every flow, and to which each flow leads back.
struct HomeScreen: Sendable {
  let app: Composition
  let presenter: any Presenter
  let console: Console

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
  private func perform(_ action: HomeItem.Action) async throws {
    do {
      try await Interruption.scope { try await start(action) }
    } catch is CancellationError {
      try Task.checkCancellation()
    } catch {
      try Task.checkCancellation()
      try await presenter.show(CommandError(error).page, key: "failure")
    }
  }

  private func start(_ action: HomeItem.Action) async throws {
    switch action {
    case .meal:
      try await run(Journey())
    case .resume(let order):
      try await run(try await app.journey(resuming: order))
    case .orders:
      let page = Page.orders(try await app.records(limit: 100), advising: app.context.invocation)
      try await presenter.show(page, key: "orders", waits: true)
    case .menu:
      try await presenter.show(try Menu.bundled().page, key: "menu", waits: true)
    case .cancel:
      let coordinator = Coordinator(app, on: presenter)
      let name = try await FlowNeed.openOrder.ask(app, presenter).path.joined()
      let timeline = try await coordinator.cancel(try await app.order(named: name))
      let outcome = FollowOutcome(timeline: timeline, tip: .notOffered)
      _ = try await coordinator.cancelled(outcome, title: "Order \(name) is cancelled")
    case .flow(let name):
      guard let entry = FlowCatalogue.entries.first(where: { $0.name == name }) else { return }
      try console.print(try await entry.start(in: app, on: presenter))
    case .openLink:
      let latest = try await app.links.latest()
      let example = "such as cookr://order/thai?flavour=smoky"
      try await open(
        try await presenter.ask(.text("link", "Which link?", suggested: latest, detail: example))
      )
    case .leave:
      return
    }
  }

  private func run(_ journey: Journey) async throws {
    let end = try await Coordinator(app, on: presenter).run(journey)
    try console.print(end, isDemo: app.context.isDemo)
  }

  /// What can be done: orders that wait for their customer first, then those under way.
  private func items() async throws -> [HomeItem] {
    let open = try await app.records(limit: 100).filter { !$0.status.isFinal }
    var items = open.filter { $0.status == .placed }.map(HomeItem.init(resuming:))
    items.append(HomeItem(.meal, id: "meal", "Order a meal", "from the menu to your door"))
    items += open.filter { $0.status != .placed }.map(HomeItem.init(resuming:))
    items.append(HomeItem(.orders, id: "orders", "My orders"))
    items.append(HomeItem(.menu, id: "menu", "Menu"))
    if !open.isEmpty { items.append(HomeItem(.cancel, id: "cancel", "Cancel an order")) }
    items += AppComponent.all.flatMap(\.flows).map {
      HomeItem(.flow($0.name), id: $0.name, $0.title)
    }
    let latest = try await app.links.latest()
    items.append(HomeItem(.openLink, id: "open-link", "Open a link", latest))
    items.append(HomeItem(.leave, id: "leave", "Leave"))
    return items
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

private struct HomeItem: Sendable {
  enum Action: Equatable, Sendable {
    case meal
    case resume(Order)
    case orders
    case menu
    case cancel
    case flow(String)
    case openLink
    case leave
  }

  let action: Action
  let choice: Choice

  init(_ action: Action, id: String, _ label: String, _ detail: String? = nil) {
    self.action = action
    choice = Choice(id: id, label: label, detail: detail)
  }

  init(resuming record: OrderRecord) {
    let dishes = record.order.lines.map(\.name).joined(separator: ", ")
    self.init(.resume(record.order), id: "resume-\(record.order.id)", record.title, dishes)
  }
}

extension OrderRecord {
  fileprivate var title: String {
    switch (status, assignment) {
    case (.placed, nil): "Continue \(order.id): choose a chef"
    case (.placed, let assignment?):
      "Continue \(order.id): pay, \(assignment.chefName) has accepted"
    case (let status, _): "Follow \(order.id): \(status.label)"
    }
  }
}
