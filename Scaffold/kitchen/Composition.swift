import AppConsole
import ChefSourcing
import FlowKit
import Foundation
import OrderProcessingStorage
import Persistence
import StatusUpdates
import StatusUpdatesWebhook

/// The kitchen's app put together, on the database that it shares with the customers'.
struct Composition: Sendable {
  let desk: KitchenDesk
  let database: SharedDatabase
  let webhook: Webhook

  static let tables = SQLiteOrderStore.tables + OfferStore.tables + StatusStore.tables

  init(
    of chef: Chef?,
    path: String,
    patience: Double,
    environment: [String: String]
  ) throws {
    let contents = Schema(Self.tables)
    let database = try SharedDatabase(path: path, contents: contents, patience: patience)
    let webhook = try Webhook(store: StatusStore(database), environment: environment)
    self.database = database
    self.webhook = webhook
    desk = KitchenDesk(
      chef: chef,
      tracker: StatusTracker(
        store: StatusStore(database),
        queues: [.terminal] + webhook.queues
      ),
      offers: ChefDesk(offers: OfferStore(database), now: SharedDatabase.now),
      orders: SQLiteOrderStore(database)
    )
  }

  /// Whose kitchen it is, as a heading names it.
  var kitchenName: String { desk.chef?.name ?? "all kitchens" }

  /// Sends what is due to the webhook, and returns what is still to be sent; `nil` if there is
  /// nothing.
  func undelivered() async throws -> DispatchReport? {
    guard webhook.isConfigured else { return nil }
    let report = try await webhook.dispatch()
    return report.isClear ? nil : report
  }

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
