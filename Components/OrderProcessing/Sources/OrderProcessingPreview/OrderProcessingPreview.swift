import FlowConsole
import FlowKit
import OrderProcessing
import TerminalPresenter

/// Runs the order flow alone, started by a link such as `order/thai` where one is given.
@main
struct OrderProcessingPreview {
  static func main() async {
    await Preview("order", describe: summary) {
      OrderFlow.bundled { _ in }
    }.runInTerminal()
  }

  @Sendable private static func summary(of order: Order) -> String {
    let dishes = order.lines.map { "\($0.quantity) × \($0.name)" }.joined(separator: ", ")
    return "order \(order.id): \(dishes); \(order.flavour.name); \(order.total)"
  }
}
