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
      let chosen: HomeItem
      do {
        chosen = try await presenter.ask(
          .chooseOne("home", "What would you like?", from: items, detail: "Control-C leaves.")
        )
      } catch is CancellationError {
        return
      }
      try await perform(chosen.action)
    }
  }

  /// Does what was chosen; a flow that ends otherwise than well leads back here too.
  private func perform(_ action: @escaping HomeItem.Action) async throws {
    do {
      try await Interruption.scope(action)
    } catch is CancellationError {
      try Task.checkCancellation()
    } catch {
      try Task.checkCancellation()
      try await presenter.show(CommandError(error).page, key: "failure")
    }
  }

  /// Returns the items that a hungry person needs, with the rest behind the last one.
  private func items() async throws -> [HomeItem] {
    let active = try await app.records(limit: 100).filter { !$0.status.isFinal }
    let meal = HomeItem("meal", "Order a meal", "from the menu to your door") {
      try await run(Journey())
    }
    let menu = HomeItem("menu", "Menu") {
      try await presenter.show(try Menu.bundled().page, key: "menu", waits: true)
    }
    let more = HomeItem("more", "More", "all orders, receipts, refunds, tips, links") {
      try await ask("more", "What else?", from: try await rest(active))
    }
    switch active.count {
    case 0: return [meal, allOrders, menu, more]
    // The order that waits for its customer comes first.
    case 1: return [resume(active[0]), meal, menu, more]
    default:
      let waiting = active.count { $0.status == .placed }
      let detail = waiting > 0 ? "\(waiting) of \(active.count) wait for you" : "\(active.count)"
      let orders = HomeItem("under-way", "Orders under way", detail) {
        let first = active.filter { $0.status == .placed } + active.filter { $0.status != .placed }
        try await ask("order", "Which order?", from: first.map(resume))
      }
      return [orders, meal, menu, more]
    }
  }

  private var allOrders: HomeItem {
    HomeItem("orders", "My orders") {
      let page = Page.orders(try await app.records(limit: 100), advising: app.context.invocation)
      try await presenter.show(page, key: "orders", waits: true)
    }
  }

  /// Everything else that the app does: each flow of each component, and links to them.
  private func rest(_ active: [OrderRecord]) async throws -> [HomeItem] {
    var items =
      active.isEmpty ? [] : [allOrders, HomeItem("cancel", "Cancel an order", action: cancel)]
    items += AppComponent.all.flatMap(\.flows).map { entry in
      HomeItem(entry.name, entry.title) {
        try console.print(try await entry.start(in: app, on: presenter))
      }
    }
    let latest = try await app.links.latest()
    return items + [
      HomeItem("open-link", "Open a link", latest) { try await openLink(suggesting: latest) }
    ]
  }

  private func ask(_ key: String, _ title: String, from items: [HomeItem]) async throws {
    try await presenter.ask(.chooseOne(key, title, from: items)).action()
  }

  private func run(_ journey: Journey) async throws {
    let end = try await Coordinator(app, on: presenter).run(journey)
    try console.print(end, isDemo: app.context.isDemo)
  }

  private func resume(_ record: OrderRecord) -> HomeItem {
    let dishes = record.order.lines.map(\.name).joined(separator: ", ")
    return HomeItem("resume-\(record.order.id)", record.title, dishes) {
      try await run(app.journey(resuming: record.order))
    }
  }

  private func cancel() async throws {
    let coordinator = Coordinator(app, on: presenter)
    let name = try await FlowNeed.openOrder.ask(app, presenter).path.joined()
    let timeline = try await coordinator.cancel(try await app.order(named: name))
    let outcome = FollowOutcome(timeline: timeline, tip: .notOffered)
    _ = try await coordinator.cancelled(outcome, title: "Order \(name) is cancelled")
  }

  private func openLink(suggesting latest: String?) async throws {
    let example = "such as cookr://order/thai?flavour=smoky"
    let text = try await presenter.ask(
      .text("link", "Which link?", suggested: latest, detail: example)
    )
    let link = try DeepLink(text, scheme: "cookr")
    let entry = try FlowCatalogue.entry(for: link)
    let outcome = try await app.opening(text) {
      try await entry.open(link.rest, in: app, on: presenter)
    }
    try console.print(outcome)
  }
}

private struct HomeItem: Choosable {
  typealias Action = @Sendable () async throws -> Void

  let choice: Choice
  let action: Action

  init(_ id: String, _ label: String, _ detail: String? = nil, action: @escaping Action) {
    choice = Choice(id: id, label: label, detail: detail)
    self.action = action
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
