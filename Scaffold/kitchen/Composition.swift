import AppConsole
import FlowKit
import Foundation
import OrderProcessing
import OrderProcessingStorage
import Persistence
import StatusUpdatesInterface
import StatusUpdatesWebhook
import StatusUpdatesStorage

/// The kitchen's app put together, on the database that it shares with the customers'.
struct Composition: Sendable {
  let kitchen: KitchenName
  let desk: KitchenDesk
  private let database: DatabaseFile
  private let webhook: Webhook
  private let orders: SQLiteOrderStore

  /// Puts the app together on a database.
  ///
  /// - Parameters:
  ///   - path: the database's file.
  ///   - patience: how many seconds to wait for other processes that hold it.
  ///   - note: gets a line about a webhook that was not told.
  init(
    of kitchen: KitchenName,
    path: String,
    patience: Double,
    environment: [String: String],
    note: @escaping @Sendable (String) -> Void
  ) throws {
    let tables = Schema([.orders, .status, .cancellations, .acceptances])
    let database = try DatabaseFile(path: path, contents: tables, patience: patience)
    try WebhookSettings.checkSecret(in: environment)
    let webhook = try Webhook(outbox: SQLiteOutbox(database), environment: environment)
    let tracker = StatusTracker(
      store: SQLiteTimelineStore(database),
      sinks: webhook.sinks,
      onSinkFailure: { note($0.description) }
    )
    self.kitchen = kitchen
    self.database = database
    self.webhook = webhook
    orders = SQLiteOrderStore(database)
    desk = KitchenDesk(
      of: kitchen,
      tracker: tracker,
      acceptances: SQLiteAcceptanceStore(database)
    )
  }

  /// The orders that are for a kitchen, the oldest first.
  func tickets() async throws -> [Ticket] {
    var tickets: [Ticket] = []
    for state in try await desk.orders() { tickets.append(try await ticket(for: state)) }
    return tickets
  }

  /// An order with what it consists of.
  func ticket(for state: KitchenOrder) async throws -> Ticket {
    let id = OrderID(rawValue: state.timeline.order.rawValue)
    return Ticket(state, order: try await orders.order(id), for: kitchen)
  }

  /// A number that differs from an earlier one if any process has written in between.
  func changeCount() async throws -> Int64 {
    try await database.changeCount()
  }

  /// Refuses a database that was moved, or changed by a newer app, since it was opened.
  func requireCurrentDatabase() async throws {
    try await database.requireCurrent()
  }

  /// Sends what is due to the webhook.
  func sendUpdates() async throws -> DispatchReport {
    try await webhook.dispatch()
  }

  /// What is still to be sent to the webhook, after what is due was sent; `nil` if there is nothing.
  func undelivered() async throws -> DispatchReport? {
    guard webhook.isConfigured else { return nil }
    let report = try await webhook.dispatch()
    return report.isClear ? nil : report
  }

  /// Makes the updates that were given up wait again.
  ///
  /// - Throws: a ``Trouble`` if no webhook is configured.
  func retryUpdates() async throws {
    guard webhook.isConfigured else {
      throw Trouble(
        .invalidSetting,
        "no webhook is configured",
        help: "set COOKR_WEBHOOK_URL and COOKR_WEBHOOK_SECRET"
      )
    }
    _ = try await webhook.retryGivenUp()
  }
}
