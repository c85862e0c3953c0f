import AppConsole
import FlowKit
import OrderProcessing
import StatusUpdates

/// `cookr orders --json`.
struct OrdersDocument: Encodable {
  struct Entry: Encodable {
    let order: OrderDocument
    let status: String
    let chef: ChefDocument?
  }

  let schema = 1
  let orders: [Entry]

  init(_ records: [OrderRecord]) {
    orders = records.map { record in
      Entry(
        order: OrderDocument(record.order),
        status: record.status.rawValue,
        chef: record.assignment.map(ChefDocument.init)
      )
    }
  }
}

/// `cookr flows --json`.
struct FlowsDocument: Encodable {
  struct Flow: Encodable {
    let name: String
    let title: String
    let component: String
    let version: String?
    let links: [String]
  }

  let schema = 1
  let flows: [Flow]

  init(_ components: [AppComponent]) {
    flows = components.flatMap { component in
      component.flows.map { flow in
        Flow(
          name: flow.name,
          title: flow.title,
          component: component.name,
          version: ComponentVersions.ofThisApp.version(of: component.name),
          links: flow.links.map { "cookr://\($0)" }
        )
      }
    }
  }
}

extension Page {
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
