import AppConsole
import ChefSourcing
import ChefSourcingStorage
import FlowKit
import Foundation
import OrderProcessing
import OrderProcessingStorage
import Persistence
import StatusUpdatesInterface
import StatusUpdatesStorage
import StatusUpdatesWebhook

/// The kitchen's app put together, on the database that it shares with the customers'.
struct Composition: Sendable {
  let desk: KitchenDesk
  let database: DatabaseFile
  let webhook: Webhook

  /// The tables of the components that the kitchen has.
  static let tables: [Schema.Step] =
    [.orders, .announcements, .offers] + Schema.Step.statusUpdates

  /// Puts the app together on a database.
  init(
    of chef: Chef?,
    path: String,
    patience: Double,
    environment: [String: String],
    note: @escaping @Sendable (String) -> Void
  ) throws {
    let contents = Schema(Self.tables)
    let database = try DatabaseFile(path: path, contents: contents, patience: patience)
    let webhook = try Webhook(outbox: SQLiteOutbox(database), environment: environment)
    self.database = database
    self.webhook = webhook
    desk = KitchenDesk(
      chef: chef,
      tracker: StatusTracker(
        store: SQLiteTimelineStore(database),
        sinks: [TerminalQueue()] + webhook.sinks,
        onSinkFailure: { note($0.description) }
      ),
      offers: ChefDesk(offers: SQLiteOfferStore(database), now: DatabaseFile.now),
      orders: SQLiteOrderStore(database)
    )
  }

  /// Whose kitchen it is, as a heading names it.
  var kitchenName: String { desk.chef?.name ?? "all kitchens" }

  /// What is still to be sent to the webhook, after what is due was sent; `nil` if there is nothing.
  func undelivered() async throws -> DispatchReport? {
    guard webhook.isConfigured else { return nil }
    let report = try await webhook.dispatch()
    return report.isClear ? nil : report
  }

  /// Makes the updates that were given up wait again.
  ///
  /// - Throws: a ``CommandError`` if no webhook is configured.
  func retryUpdates() async throws {
    guard webhook.isConfigured else {
      throw CommandError(
        .invalidSetting,
        "no webhook is configured",
        help: "set COOKR_WEBHOOK_URL and COOKR_WEBHOOK_SECRET"
      )
    }
    _ = try await webhook.retryGivenUp()
  }
}
