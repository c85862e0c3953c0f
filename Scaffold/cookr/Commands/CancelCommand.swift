import ArgumentParser
import FlowKit
import OrderProcessing
import Payments
import Persistence
import StatusUpdates

struct CancelCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel an order that is not on its way yet, and give the money back."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup(title: "Answers") var agreement: Agreement

  @Argument(help: "The order.")
  var id: String

  func run(in session: AppSession) async throws {
    let presenter = session.presenter(yes: agreement.yes)
    try await session.withApp { app in
      let timeline = try await app.cancel(try await app.order(named: id), on: presenter)
      try session.console.print(.followed(FollowOutcome(timeline: timeline, tip: .notOffered)))
    }
  }
}

extension Composition {
  /// Cancels an order: one that was paid is refunded in full first.
  fileprivate func cancel(_ order: Order, on presenter: any Presenter) async throws -> Timeline {
    let reference = OrderReference(order)
    let status = try await record(of: order).status
    guard status.successors.contains(.cancelled) else {
      throw FlowFailure(
        .notPossible,
        "order '\(order.id)' is \(status.label) and cannot be cancelled any more",
        help: "'cookr refund \(order.id)' gives money back"
      )
    }
    guard try await presenter.ask(.confirm("cancel", "Cancel order \(order.id)?", suggested: false))
    else { throw CancellationError() }
    let history = try await paymentStore.history(of: PaymentReference(order))
    if let left = history.receipt(for: .meal)?.refundable, left.minorUnits > 0 {
      let request = RefundRequest(reference: PaymentReference(order))
      let all = AllOfIt(presenter)
      try await cancelIfRefunded(try await payments.refund.start(request, on: all).get())
      return try await self.status.tracker.timeline(of: reference)
    }
    return try await self.status.tracker.advance(reference, to: .cancelled)
  }
}

/// Lets the refund of a cancelled order be all that is left, and asks the rest.
private struct AllOfIt: Presenter {
  private let base: any Presenter

  init(_ base: any Presenter) {
    self.base = base
  }

  func response(to prompt: Prompt) async throws -> Response {
    if prompt.key == "amount", prompt.problem == nil, case .text(let suggested?) = prompt.kind {
      return .text(suggested)
    }
    return try await base.response(to: prompt)
  }
}
