import AppConsole
import FlowKit
import StatusUpdatesInterface
import StatusUpdatesWebhook
import StatusUpdatesStorage

/// Sends what is due to the webhook when a command ends, and says what did not arrive.
struct WebhookDelivery: Sendable {
  private let app: Composition
  private let console: Console
  /// How things stood when the command began.
  private let before: OutboxState

  init(_ app: Composition, console: Console) async throws {
    self.app = app
    self.console = console
    before = try await app.outbox.state(of: .webhook)
  }

  /// Sends what is due.
  ///
  /// - Throws: a ``Trouble`` where updates of this command have not arrived. Older ones are only
  ///   noted: a command that told nobody anything has not failed to tell it.
  func run() async throws {
    guard app.webhook.isConfigured else { return }
    let report = try await dispatch()
    if report.waiting > before.waiting {
      throw Trouble(
        .updatesWaiting,
        "the orders are stored, but not all status updates were delivered: \(report)",
        help: "later 'cookr' commands try again"
      )
    }
    if report.waiting > 0 { console.note("status updates are still waiting: \(report)") }
    // What an earlier run gave up was told then.
    if report.givenUp > before.givenUp {
      throw Trouble(
        .updatesWaiting,
        "the orders are stored, but the receiver permanently refused status updates: \(report)",
        help: "'cookr updates --retry' sends them again"
      )
    }
  }

  /// Sends what is due; who is asked to end sends nothing more, and says what waits.
  private func dispatch() async throws -> DispatchReport {
    do {
      return try await app.webhook.dispatch()
    } catch is CancellationError {
      let state = try await app.outbox.state(of: .webhook)
      return DispatchReport(
        delivered: 0,
        waiting: state.waiting,
        givenUp: state.givenUp,
        problem: "the command was terminated",
        nextAttempt: state.nextAttempt
      )
    }
  }
}

extension Webhook {
  /// The webhook on the app's outbox, as the environment configures it.
  static func wired(to context: AppContext) throws -> Webhook {
    try Webhook(outbox: SQLiteOutbox(context.database), environment: context.environment)
  }
}

extension Composition {
  /// The messages for the webhook.
  var outbox: SQLiteOutbox { SQLiteOutbox(context.database) }

  /// Refuses what requires a webhook.
  ///
  /// - Throws: a ``Trouble`` if none is configured.
  func requireWebhook() throws {
    guard !webhook.isConfigured else { return }
    throw Trouble(
      .invalidSetting,
      "no webhook is configured",
      help: "set COOKR_WEBHOOK_URL and COOKR_WEBHOOK_SECRET"
    )
  }
}
