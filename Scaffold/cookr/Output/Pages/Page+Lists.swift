import AppConsole
import FlowKit
import OrderProcessing
import StatusUpdatesInterface

extension Page {
  /// Orders as a person reads them.
  static func orders(_ records: [OrderRecord], advising invocation: Invocation) -> Page {
    let lines = records.map { record -> Line in
      let dishes = record.order.lines.map { "\($0.quantity) × \($0.name)" }
      let words = [record.status.label, record.order.total.description] + dishes
      return .field(
        record.order.id.rawValue,
        words.joined(separator: ", "),
        role: record.status.role
      )
    }
    let none = "None yet: \(invocation.command("order")) places one."
    return Page(title: "Orders", lines: lines.isEmpty ? [.text(none, role: .muted)] : lines)
  }

  /// The built-in flows as a person reads them.
  static func flows(_ components: [AppComponent]) -> Page {
    let parts = components.flatMap { component -> [[Line]] in
      let version = ComponentVersions.ofThisApp.version(of: component.name) ?? "working tree"
      return component.flows.map { flow in
        let heading: [Line] = [
          .text(flow.title, role: .heading),
          .field("Component", "\(component.name) \(version)"),
        ]
        return heading + flow.links.map { .field("Link", "cookr://\($0)") }
      }
    }
    return Page(title: "Flows", lines: Array(parts.joined(separator: [.gap])))
  }
}
