import FlowConsole
import FlowKit
import OrderProcessing

@main
struct OrderProcessingPreview {
  static func main() async {
    let flow = OrderFlow.bundled(store: InMemoryOrderStore(), environment: [:])
    let result = await flow.start(OrderParameters(), on: LinePresenter.standard)
    switch result {
    case .completed(let order):
      print(
        "ordered \(order.id): \(order.lines.count) dishes, \(order.flavour.name), \(order.total)"
      )
    case .cancelled: print("cancelled")
    case .failed(let failure): print("failed: \(failure)")
    }
  }
}
