import FlowKit
import FlowSwiftUI
import OrderProcessing
import SwiftUI

/// Starts OrderProcessing's flow on a screen, and shows the order that its callback brings.
@main
struct OrderMealApp: App {
  var body: some Scene {
    WindowGroup { HomeView() }
  }
}

struct HomeView: View {
  @State private var screens = FlowScreens()
  @State private var order: Order?
  @State private var problem: String?

  var body: some View {
    NavigationStack {
      List {
        Button("Order a meal", action: orderMeal)
        if let problem { Text(problem).foregroundStyle(.red) }
        if let order {
          Section("Order \(order.id)") {
            ForEach(Array(order.lines.enumerated()), id: \.offset) { _, line in
              LabeledContent("\(line.quantity) × \(line.name)") { Text("\(line.price)") }
            }
            LabeledContent("Total") { Text("\(order.total)") }
          }
        }
      }
      .navigationTitle("CookR")
      .flowDestination(screens)
    }
  }

  private func orderMeal() {
    // An app that keeps orders stores them here.
    let flow = OrderFlow.bundled(store: { _ in })
    screens.start(flow, OrderParameters()) { result in
      switch result {
      case .completed(let order): self.order = order
      case .cancelled: break
      case .failed(let failure): problem = failure.message
      }
    }
  }
}
