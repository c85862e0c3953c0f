import AppConsole
import ArgumentParser
import FlowKit
import OrderProcessing
import StatusUpdates

struct OrdersCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "orders",
    abstract: "List the orders, newest first."
  )

  @OptionGroup var options: AppOptions

  @Option(help: ArgumentHelp("List at most this many orders.", valueName: "number"))
  var limit = 50

  func validate() throws {
    guard (1...100_000).contains(limit) else {
      throw ValidationError("invalid limit '\(limit)', expected 1 to 100000")
    }
  }

  func run(in session: AppSession) async throws {
    try await session.withApp { app in
      let records = try await app.records(limit: limit)
      let page = Page.orders(records, advising: session.console.invocation)
      try session.console.print(["schema": 1, "orders": records.map(\.document)], or: page)
    }
  }
}

extension OrderRecord {
  fileprivate var document: Document {
    ["order": order.document, "status": status.rawValue, "chef": assignment?.document]
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
}
