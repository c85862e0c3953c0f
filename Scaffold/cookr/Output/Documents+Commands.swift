import FlowKit
import OrderProcessing
import StatusUpdates

/// `cookr menu --json`.
struct MenuDocument: Encodable {
  struct Dish: Encodable {
    let id: String
    let name: String
    let cuisine: String
    let price: MoneyDocument
    let allergens: [String]
    let summary: String
  }

  struct Flavour: Encodable {
    let id: String
    let name: String
    let effect: String
  }

  let schema = 1
  let dishes: [Dish]
  let flavours: [Flavour]

  init(_ menu: Menu) {
    dishes = menu.dishes.map { dish in
      Dish(
        id: dish.id.rawValue,
        name: dish.name,
        cuisine: dish.cuisine.rawValue,
        price: MoneyDocument(dish.price),
        allergens: dish.allergens.map(\.rawValue),
        summary: dish.summary
      )
    }
    flavours = menu.flavours.map { flavour in
      Flavour(id: flavour.id.rawValue, name: flavour.name, effect: flavour.effect)
    }
  }
}

/// What one flow completed with: `cookr order`, `track`, `refund` and `open` with `--json`.
struct OutcomeDocument: Encodable {
  let schema = 1
  private(set) var order: OrderDocument?
  private(set) var chef: ChefDocument?
  private(set) var receipts: [ReceiptDocument]?
  private(set) var refund: RefundDocument?
  private(set) var timeline: TimelineDocument?

  init(_ outcome: FlowOutcome) {
    switch outcome {
    case .order(let order): self.order = OrderDocument(order)
    case .assignment(let assignment): chef = ChefDocument(assignment)
    case .receipts(let receipts): self.receipts = receipts.map(ReceiptDocument.init)
    case .refund(let refund): self.refund = RefundDocument(refund)
    case .followed(let outcome): timeline = TimelineDocument(outcome.timeline)
    }
  }
}

/// `cookr meal --json`.
struct JourneyDocument: Encodable {
  let schema = 1
  let order: OrderDocument?
  let chef: ChefDocument?
  let receipt: ReceiptDocument?
  private(set) var timeline: TimelineDocument?
  private(set) var tip: MoneyDocument?

  init(_ journey: Journey) {
    order = journey.order.map(OrderDocument.init)
    chef = journey.assignment.map(ChefDocument.init)
    receipt = journey.receipt.map(ReceiptDocument.init)
    guard case .arrived(let outcome) = journey.ending else { return }
    timeline = TimelineDocument(outcome.timeline)
    if case .given(let tip) = outcome.tip { self.tip = MoneyDocument(tip.amount) }
  }
}

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

  init(_ entries: [FlowEntry]) {
    flows = entries.map { entry in
      Flow(
        name: entry.name,
        title: entry.title,
        component: entry.component,
        version: ComponentVersions.version(of: entry.component),
        links: entry.links.map { "cookr://\($0)" }
      )
    }
  }
}
