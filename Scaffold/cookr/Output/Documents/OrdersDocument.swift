import StatusUpdatesInterface

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
