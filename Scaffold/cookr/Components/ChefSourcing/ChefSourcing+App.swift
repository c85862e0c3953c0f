import AppConsole
import ChefSourcing
import FlowKit
import Foundation
import OrderProcessing

extension AppComponent {
  static let chefSourcing = AppComponent(
    name: "ChefSourcing",
    flows: [
      FlowEntry(SourcingFlow.self, "Find a chef", needs: .cuisine) { link, app, presenter in
        guard let order = link.query["order"] else {
          let request = try app.sourcing.parameters(for: link)
          let list = try ChefListFlow(of: app.sourcing)
          return .chefs(try await list.output(of: request, on: presenter))
        }
        let coordinator = Coordinator(app, on: presenter)
        return .assignment(try await coordinator.findChef(for: order, by: link))
      }
    ],
    statuses: [
      .chefsNone: .noChef, .chefsDeclined: .noChef,
      // Releases before 3.0.0, which may be pinned, name no kinds.
      .chefsSetting: .invalidSetting, .chefsDamaged: .damaged,
    ],
    tables: OfferStore.tables
  )
}

extension FlowNeed {
  fileprivate static let cuisine = FlowNeed { _, presenter in
    let cuisines = try Menu.bundled().cuisines.map { Choice(id: $0.id.rawValue, label: $0.name) }
    let cuisine = try await presenter.ask(.chooseOne("cuisine", "Which cuisine?", from: cuisines))
    return FlowLink(path: [cuisine])
  }
}

extension Composition {
  var offers: OfferStore { OfferStore(context.database) }

  func sourcingRequest(for order: Order) -> SourcingRequest {
    SourcingRequest(
      orderReference: order.id.rawValue,
      dishes: order.lines.map { line in
        SourcingRequest.Dish(
          name: line.name,
          cuisine: ChefSourcing.Cuisine(rawValue: line.cuisine.rawValue)
        )
      },
      wanted: LocalTime(context.now(), in: .current)
    )
  }
}

extension SourcingFlow {
  /// The flow on the app's database; without `--demo`, kitchens answer there.
  static func wired(to context: AppContext) throws -> SourcingFlow {
    try standard(
      offers: OfferStore(context.database),
      isSimulated: context.isDemo,
      environment: context.environment,
      now: context.now
    )
  }
}
