import FlowConsole
import FlowKit
import OrderProcessing

/// Runs the order flow alone, started by a link such as `order/thai` where one is given.
@main
struct OrderProcessingPreview {
  static func main() async {
    let flow = OrderFlow.bundled(store: InMemoryOrderStore(), environment: [:])
    switch await result(of: flow, startedBy: CommandLine.arguments.dropFirst().first) {
    case .completed(let order): print(summary(of: order))
    case .cancelled: print("cancelled")
    case .failed(let failure): print("failed: \(failure)")
    }
  }

  private static func result(
    of flow: OrderFlow,
    startedBy link: String?
  ) async -> FlowResult<Order> {
    do {
      let parameters = try link.map { link in
        try flow.parameters(for: DeepLink("preview://\(link)", scheme: "preview").rest)
      }
      return await flow.start(parameters ?? OrderParameters(), on: LinePresenter.standard)
    } catch let failure as FlowFailure {
      return .failed(failure)
    } catch {
      return .failed(FlowFailure(.unexpected, "\(error)"))
    }
  }

  private static func summary(of order: Order) -> String {
    let dishes = order.lines.map { "\($0.quantity) × \($0.name)" }.joined(separator: ", ")
    return "order \(order.id): \(dishes); \(order.flavour.name); \(order.total)"
  }
}
