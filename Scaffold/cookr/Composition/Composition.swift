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
  let orders: SQLiteOrderStore
  let assignments: SQLiteAssignmentStore
  let sourcing: SourcingFlow
  let timelines: SQLiteTimelineStore
  let links: SQLiteLinkStore
  let paymentStore: SQLitePaymentStore
  let payments: PaymentFlows
  let status: StatusAssembly

  /// Puts the app together on a database.
  ///
  /// - Parameters:
  ///   - path: the database's file; the sandbox processor's is beside it.
  ///   - patience: how many seconds to wait for other processes that hold a file.
  ///   - isInteractive: whether a person watches.
  ///   - statusLine: gets a line for each change of an order's status.
  ///   - warn: gets what went wrong without failing anything.
  /// - Throws: ``StorageError``, or a `FlowFailure` for a setting that makes no sense.
  init(
    path: String,
    patience: Double,
    environment: [String: String],
    isInteractive: Bool,
    statusLine: (@Sendable (String) -> Void)?,
    warn: @escaping @Sendable (String) -> Void
  ) throws {
    let database = try DatabaseFile(path: path, contents: .app, patience: patience)
    self.environment = environment
    orders = SQLiteOrderStore(database)
    assignments = SQLiteAssignmentStore(database)
    sourcing = try SourcingFlow.standard(
      assignments: assignments,
      environment: environment,
      now: { Date() }
    )
    timelines = SQLiteTimelineStore(database)
    links = SQLiteLinkStore(database)
    paymentStore = SQLitePaymentStore(database)
    payments = try PaymentFlows(
      store: paymentStore,
      processor: SQLiteProcessorStore {
        try DatabaseFile(path: path + "-sandbox", contents: .processor, patience: patience)
      },
      environment: environment
    )
    status = try StatusAssembly(
      timelines: timelines,
      outbox: SQLiteOutbox(database),
      environment: environment,
      sinks: statusLine.map { [TextSink(writeLine: $0)] } ?? [],
      tip: .payments(payments.tip),
      isInteractive: isInteractive,
      onSinkFailure: { failure in warn("\(failure)") }
    )
  }
}
