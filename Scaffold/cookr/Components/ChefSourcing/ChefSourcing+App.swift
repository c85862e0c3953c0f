import AppConsole
import ChefSourcing
import FlowKit
import OrderProcessing

extension AppComponent {
  /// The choice of a chef.
  static let chefSourcing = AppComponent(
    "ChefSourcing",
    flows: [
      FlowEntry(SourcingFlow.self, "Find a chef", needs: .cuisine) { link, app, presenter in
        .assignment(try await Coordinator(app, on: presenter).findChef(by: link))
      }
    ],
    statuses: [
      .chefsNone: .noChef, .chefsAssigned: .failed,
      // Releases before 3.0.0, which may be pinned, name no kinds.
      .chefsSetting: .invalidSetting, .chefsDamaged: .damaged,
    ]
  )
}

extension FlowNeed {
  /// A cuisine of the menu.
  fileprivate static let cuisine = FlowNeed { _, presenter in
    let cuisines = try Menu.bundled().cuisines.map { Choice(id: $0.id.rawValue, label: $0.name) }
    let cuisine = try await presenter.ask(.chooseOne("cuisine", "Which cuisine?", from: cuisines))
    return FlowLink(path: [cuisine])
  }
}
