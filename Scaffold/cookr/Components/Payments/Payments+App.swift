import AppConsole
import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import Persistence

extension AppComponent {
  static let payments = AppComponent(
    name: "Payments",
    flows: [
      FlowEntry(name: "pay", title: "Pay an order", links: ["pay/ORDER"], needs: .order) {
        link,
        app,
        presenter in
        .receipts([try await app.pay(link, on: presenter)])
      },
      FlowEntry(ReceiptFlow.self, "See a receipt", needs: .order) { link, app, presenter in
        .receipts(try await app.payments.receipt.run(link, on: presenter))
      },
      FlowEntry(RefundFlow.self, "Refund an order", needs: .order) { link, app, presenter in
        let request = try app.payments.refund.parameters(for: link)
        return .refund(try await Coordinator(app, on: presenter).refund(request))
      },
      FlowEntry(TipFlow.self, "Tip the chef", needs: .order) { link, app, presenter in
        let receipt = try await Coordinator(app, on: presenter).tip(by: link)
        return .receipts([receipt].compactMap(\.self))
      },
    ],
    commands: [RefundCommand.self, BooksCommand.self],
    statuses: [
      .paymentsDeclined: .declined,
      .paymentsNotCharged: .notPaid,
      .paymentsNotPaid: .notPaid,
      .paymentsNotRefunded: .notPaid,
      .paymentsExceeded: .notPaid,
      .paymentsPending: .paymentOpen,
      .paymentsUnderWay: .paymentOpen,
      .paymentsUnrecorded: .paymentOpen,
    ],
    impliedAnswers: [PaymentAnswers.furtherCards],
    tables: PaymentStore.tables
  )
}

extension Composition {
  /// Takes the money for the order that the home screen names.
  fileprivate func pay(_ link: FlowLink, on presenter: any Presenter) async throws -> Receipt {
    let order = try await self.order(named: link.path.first ?? "")
    guard let assignment = try await record(of: order).assignment else {
      throw FlowFailure(
        .notPossible,
        "order '\(order.id)' has no chef yet, so its price is not known",
        help: "continue it with \(command("meal --order \(order.id)"))"
      )
    }
    return try await Coordinator(self, on: presenter).pay(order, assignment)
  }
}

extension Composition {
  /// The reduced rate that Germany takes on meals to take away, in basis points.
  private static let taxOnMeals = 700

  var paymentStore: PaymentStore { PaymentStore(context.database) }

  func paymentRequest(for order: Order, _ assignment: ChefAssignment) -> PaymentRequest {
    PaymentRequest(
      reference: OrderReference(order),
      meal: order.total,
      fee: assignment.fee,
      taxBasisPoints: Self.taxOnMeals
    )
  }
}

extension PaymentFlows {
  static func wired(to context: AppContext, processor: ProcessorStore?) throws -> PaymentFlows {
    try PaymentFlows(
      store: PaymentStore(context.database),
      processor: processor
        ?? ProcessorStore {
          try SharedDatabase(
            path: context.path + "-sandbox",
            contents: ProcessorStore.schema,
            patience: context.patience
          )
        },
      environment: context.environment,
      now: context.now
    )
  }
}
