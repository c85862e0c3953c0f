import ChefSourcing
import FlowKit
import Payments
import Persistence
import StatusUpdates

extension FlowFailure.Code {
  /// The order is cancelled, and not all that was taken for it is back yet.
  static let cancelledUnsettled = Self(rawValue: "app.cancelled-unsettled")
}

/// The consequences of the cancellation of an order.
///
/// `cancelled` in the timeline is the decision. It is written first, by compare-and-set, so that of
/// a cancellation and the kitchen one wins. All else follows from it, no matter which program wrote
/// it: the stores begin no payment and take no chef for a cancelled order, and ``settle(_:)`` gives
/// back what was taken. That runs after each cancellation, also one that is seen while an order is
/// followed, after each payment and at each start, so that one of them sees both the cancellation and
/// the payment, in whichever order they came and whichever process was killed.
///
/// Cancelling the task has no effect behind the decision.
struct Cancellation: Sendable {
  /// How long after its delivery a customer gets money for a meal back without asking anybody.
  static let refundMinutes = 30

  let app: Composition

  /// Cancels an order, and gives back what was taken for it.
  ///
  /// - Throws: a `FlowFailure` with code `notPossible` for an order that cannot be cancelled, of
  ///   which nothing goes back; with code `cancelledUnsettled`, as ``settle(_:)``, for one that is.
  func cancel(_ order: OrderReference, note: String? = nil) async throws -> Timeline {
    do {
      let timeline = try await app.tracker.advance(order, to: .cancelled, note: note)
      try await settle(order)
      return timeline
    } catch let failure as FlowFailure where failure.code == .refusedStep {
      throw tooLate(try await app.tracker.timeline(of: order))
    }
  }

  func requirePossible(_ order: OrderReference) async throws {
    let timeline = try await app.tracker.timeline(of: order)
    guard timeline.status.successors.contains(.cancelled) else { throw tooLate(timeline) }
  }

  /// Gives back what was taken for an order, if it is cancelled.
  ///
  /// While another process is at a payment of the order, it is waited for as long as the app is
  /// patient; if it ends with the money taken, it settles too.
  ///
  /// - Throws: a `FlowFailure` with code `cancelledUnsettled` where not all is back; the next start
  ///   continues it.
  func settle(_ order: OrderReference) async throws {
    guard try await isCancelled(order) else { return }
    let deadline = ContinuousClock.now + .seconds(app.context.patience)
    while true {
      do {
        _ = try await giveBack(order)
        return
      } catch let failure as FlowFailure where failure.code == .paymentsUnderWay {
        // Who is asked to end does not wait for others.
        let waits = ContinuousClock.now < deadline && !Task.isCancelled
        guard waits else { throw Self.unsettled(order, failure) }
        try? await Task.sleep(for: .milliseconds(50))
      } catch {
        throw Self.unsettled(order, error)
      }
    }
  }

  /// Settles each cancelled order of which money is left, and waits for nobody.
  func settleAll() async throws -> [String] {
    var lines: [String] = []
    for order in try await app.context.database.unsettledOrders() {
      do {
        for refund in try await giveBack(order) {
          lines.append("order '\(order)' is cancelled: '\(refund.amount)' was refunded")
        }
      } catch let failure as FlowFailure where failure.code == .paymentsUnderWay {
        // Whoever is at it settles the order.
      } catch {
        // A failure of one order is not the command's.
        lines.append(Self.unsettled(order, error).message)
      }
    }
    return lines
  }

  /// Ends what was begun for an order that has been cancelled since, and refunds it.
  func endIfCancelled(_ order: OrderReference) async throws {
    // A cancellation that comes after this finds the payment made, and settles it itself.
    guard try await isCancelled(order) else { return }
    try await settle(order)
    throw FlowFailure(
      .orderCancelled,
      "order '\(order)' has been cancelled; anything paid for it is refunded",
      help: "see \(app.command("track \(order)"))"
    )
  }

  private func isCancelled(_ order: OrderReference) async throws -> Bool {
    try await app.timeline(of: order)?.status == .cancelled
  }

  private func giveBack(_ order: OrderReference) async throws -> [Refund] {
    try await Task {
      if let offer = try await app.offers.latestOffer(forOrder: order.rawValue) {
        _ = try await app.offers.end(offer, as: .withdrawn)
      }
      let refunds = try await app.payments.giveBack(order)
      try await app.context.database.markSettled(order)
      return refunds
    }.value
  }

  private static func unsettled(_ order: OrderReference, _ error: any Error) -> FlowFailure {
    let reason = (error as? FlowFailure)?.message ?? "\(error)"
    return FlowFailure(
      .cancelledUnsettled,
      "order '\(order)' is cancelled, but not all of its money is refunded yet: \(reason)",
      help: "each 'cookr' command tries again; nothing is refunded twice"
    )
  }

  private func tooLate(_ timeline: Timeline) -> FlowFailure {
    guard timeline.status != .cancelled else {
      return FlowFailure(
        .notPossible,
        "order '\(timeline.order)' is already cancelled",
        help: "see \(app.command("track \(timeline.order)"))"
      )
    }
    return FlowFailure(
      .notPossible,
      "order '\(timeline.order)' is \(timeline.status.label) and cannot be cancelled any more",
      help: "\(app.command("refund \(timeline.order)")) gives money back until "
        + "\(Self.refundMinutes) minutes after delivery"
    )
  }
}
