import AppConsole
import ChefSourcing
import Foundation
import Payments
import Persistence
import StatusUpdates

/// The app put together: what the coordinator starts, wired to the database and the settings.
///
/// How a component is wired, and the adapters behind its ports, are in the component's folder.
struct Composition: Sendable {
  let context: AppContext
  private let wiredPayments: Result<PaymentFlows, any Error>

  init(_ context: AppContext, processor: ProcessorStore? = nil) {
    self.context = context
    // Made once, since work on one order waits for other work on it.
    wiredPayments = Result { try PaymentFlows.wired(to: context, processor: processor) }
  }

  var tracker: StatusTracker { .wired(to: context) }

  // An invalid setting of a component fails what needs the component, and nothing else.

  var sourcing: SourcingFlow {
    get throws { try .wired(to: context) }
  }

  var payments: PaymentFlows {
    get throws { try wiredPayments.get() }
  }

  var following: FollowFlow {
    get throws {
      try .wired(to: context, tip: (try? payments).map { TipRoute.payments($0.tip) })
    }
  }

  func command(_ words: String) -> String {
    context.invocation.command(words)
  }

  var links: LinkStore { LinkStore(database: context.database) }
}

/// The parts of the app that every component shares: the database, the clock and the settings.
struct AppContext: Sendable {
  let path: String
  let database: SharedDatabase
  let environment: [String: String]
  let patience: Double
  let isInteractive: Bool
  let isDemo: Bool
  var invocation = Invocation(of: "cookr")
  /// Gets a line for each change of an order's status.
  let statusLine: (@Sendable (String) -> Void)?
  var now: @Sendable () -> Date = SharedDatabase.now

  /// Opens the database at a path, with the tables of all components.
  static func database(at path: String, patience: Double) throws -> SharedDatabase {
    let tables = AppComponent.all.flatMap(\.tables) + [LinkStore.tables]
    return try SharedDatabase(path: path, contents: Schema(tables), patience: patience)
  }
}

extension Composition {
  /// Opens a link, and keeps it unless it led nowhere: who backs out may want to open it again.
  func opening(
    _ link: String,
    _ open: () async throws -> FlowOutcome
  ) async throws -> FlowOutcome {
    do {
      let outcome = try await open()
      try await links.save(link)
      return outcome
    } catch let cancellation as CancellationError {
      try await links.save(link)
      throw cancellation
    }
  }
}
