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
        chosen = try await presenter.ask(.chooseOne("home", "What would you like?", from: items))
      } catch is CancellationError {
        return
      }
      guard let action = chosen.action else { return }
      try await perform(action)
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

  /// What can be done: orders that wait for their customer first, then those under way.
  private func items() async throws -> [HomeItem] {
    let active = try await app.records(limit: 100).filter { !$0.status.isFinal }
    var items = active.filter { $0.status == .placed }.map { resume($0) }
    items.append(
      HomeItem("meal", "Order a meal", "from the menu to your door") {
        try await run(Journey())
      }
    )
    items += active.filter { $0.status != .placed }.map { resume($0) }
    items.append(
      HomeItem("orders", "My orders") {
        let page = Page.orders(try await app.records(limit: 100), advising: app.context.invocation)
        try await presenter.show(page, key: "orders", waits: true)
      }
    )
    items.append(
      HomeItem("menu", "Menu") {
        try await presenter.show(try Menu.bundled().page, key: "menu", waits: true)
      }
    )
    if !active.isEmpty { items.append(HomeItem("cancel", "Cancel an order", action: cancel)) }
    items += AppComponent.all.flatMap(\.flows).map { entry in
      HomeItem(entry.name, entry.title) {
        try console.print(try await entry.start(in: app, on: presenter))
      }
    }
    let latest = try await app.links.latest()
    items.append(
      HomeItem("open-link", "Open a link", latest) { try await openLink(suggesting: latest) }
    )
    items.append(HomeItem("leave", "Leave", action: nil))
    return items
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
  /// What it does; `nil` to leave.
  let action: Action?

  init(_ id: String, _ label: String, _ detail: String? = nil, action: Action?) {
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
