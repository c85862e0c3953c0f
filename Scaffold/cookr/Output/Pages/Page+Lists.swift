import FlowKit
import OrderProcessing
import StatusUpdates

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

extension Page {
  /// Orders as a person reads them.
  static func orders(_ records: [OrderRecord]) -> Page {
    let lines = records.map { record -> Line in
      let dishes = record.order.lines.map { "\($0.quantity) × \($0.name)" }
      let words = [record.status.label, record.order.total.description] + dishes
      return .field(
        record.order.id.rawValue,
        words.joined(separator: ", "),
        role: record.status.role
      )
    }
    return Page(
      title: "Orders",
      lines: lines.isEmpty ? [.text("None yet: 'cookr order' places one.", role: .muted)] : lines
    )
  }

  /// The built-in flows as a person reads them.
  static func flows(_ entries: [FlowEntry]) -> Page {
    let parts = entries.map { entry -> [Line] in
      let version = ComponentVersions.version(of: entry.component) ?? "working tree"
      let heading: [Line] = [
        .text(entry.title, role: .heading),
        .field("Component", "\(entry.component) \(version)"),
      ]
      return heading + entry.links.map { .field("Link", "cookr://\($0)") }
    }
    return Page(title: "Flows", lines: Array(parts.joined(separator: [.gap])))
  }
}
