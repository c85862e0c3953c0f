import ChefSourcing
import FlowKit
import Foundation
import OrderProcessing
import Payments
import Persistence
import StatusUpdates

/// The app put together: the only place that names the adapters behind the components' ports.
///
/// How each component is wired stands in a folder of its own beside this file.
struct Composition: Sendable {
  let environment: [String: String]
  /// How many seconds to wait for other processes.
  var patience: Double
  let now: @Sendable () -> Date
  let orders: SQLiteOrderStore
  let assignments: SQLiteAssignmentStore
  let sourcing: SourcingFlow
  let timelines: SQLiteTimelineStore
  let outbox: SQLiteOutbox
  let links: SQLiteLinkStore
  let paymentStore: SQLitePaymentStore
  let payments: PaymentFlows
  let status: StatusAssembly

  /// The time to the millisecond, which is all that the database keeps of it.
  static let systemTime: @Sendable () -> Date = {
    Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1000).rounded(.down) / 1000)
  }

  /// Puts the app together on a database.
  ///
  /// - Parameters:
  ///   - path: the database's file; the sandbox processor's is beside it.
  ///   - patience: how many seconds to wait for other processes that hold a file.
  ///   - isInteractive: whether a person watches.
  ///   - statusLine: gets a line for each change of an order's status.
  ///   - processor: the sandbox processor's memory; nil for the file beside the database.
  ///   - now: the clock.
  /// - Throws: a `FlowFailure` for a file that cannot be used, or a setting that makes no sense.
  init(
    path: String,
    patience: Double,
    environment: [String: String],
    isInteractive: Bool,
    statusLine: (@Sendable (String) -> Void)?,
    processor: (any ProcessorStore)? = nil,
    now: @escaping @Sendable () -> Date = Composition.systemTime
  ) throws {
    let database = try DatabaseFile(path: path, contents: .app, patience: patience)
    self.environment = environment
    self.patience = patience
    self.now = now
    orders = SQLiteOrderStore(database)
    assignments = SQLiteAssignmentStore(database)
    sourcing = try SourcingFlow.standard(
      assignments: assignments,
      environment: environment,
      now: now
    )
    timelines = SQLiteTimelineStore(database)
    outbox = SQLiteOutbox(database)
    links = SQLiteLinkStore(database)
    paymentStore = SQLitePaymentStore(database)
    payments = try PaymentFlows(
      store: paymentStore,
      processor: processor
        ?? SQLiteProcessorStore {
          try DatabaseFile(path: path + "-sandbox", contents: .processor, patience: patience)
        },
      environment: environment,
      now: now
    )
    status = try StatusAssembly(
      timelines: timelines,
      outbox: outbox,
      environment: environment,
      sinks: statusLine.map { [TextSink(writeLine: $0)] } ?? [],
      tip: .payments(payments.tip),
      isInteractive: isInteractive,
      // What the webhook was not told waits in the outbox, and is said once when the command ends.
      onSinkFailure: { _ in }
    )
  }
}
