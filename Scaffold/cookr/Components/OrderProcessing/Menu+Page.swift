import FlowKit
import OrderProcessing

extension Menu {
  /// The menu as a person reads it.
  var page: Page {
    var lines: [Page.Line] = []
    for cuisine in cuisines {
      lines.append(.text(cuisine.name, role: .heading))
      for dish in dishes(of: cuisine.id) {
        lines.append(.field(dish.id.rawValue, "\(dish.price)  \(dish.name)"))
      }
      lines.append(.gap)
    }
    lines.append(.text("Flavours, one for the whole meal", role: .heading))
    lines += flavours.map { .field($0.id.rawValue, "\($0.name): \($0.effect)") }
    return Page(title: "Menu", lines: lines)
  }
}
