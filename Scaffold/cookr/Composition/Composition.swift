import AppConsole
import ChefSourcing
import FlowKit
import Foundation
import Payments
import Persistence
import StatusUpdates

/// The app put together: what the coordinator starts, wired to the database and the settings.
///
/// How a component is wired, and the adapters behind its ports, are in the component's folder.
struct Composition: Sendable {
  var context: AppContext
  let tracker: StatusTracker
  private let wiredSourcing: Result<SourcingFlow, any Error>
  private let wiredPayments: Result<PaymentFlows, any Error>
  private let wiredFollowing: Result<FollowFlow, any Error>

  /// Puts the app together on a database.
  ///
  /// - Parameter processor: the sandbox processor's memory; nil for the file beside the database.
  /// - Throws: a `FlowFailure` for a file that cannot be used.
  init(
    path: String,
    patience: Double,
    environment: [String: String],
    isInteractive: Bool,
    isDemo: Bool = false,
    invocation: Invocation = Invocation(of: "cookr"),
    statusLine: (@Sendable (String) -> Void)?,
    processor: (ProcessorStore)? = nil,
    now: @escaping @Sendable () -> Date = SharedDatabase.now
  ) throws {
    let tables = AppComponent.all.flatMap(\.tables) + [LinkStore.tables]
    context = AppContext(
      path: path,
      database: try SharedDatabase(path: path, contents: Schema(tables), patience: patience),
      environment: environment,
      patience: patience,
      isInteractive: isInteractive,
      isDemo: isDemo,
      invocation: invocation,
      statusLine: statusLine,
      now: now
    )
    let context = context
    let payments = Result { try PaymentFlows.wired(to: context, processor: processor) }
    let tip = (try? payments.get()).map { TipRoute.payments($0.tip) }
    tracker = .wired(to: context)
    wiredSourcing = Result { try SourcingFlow.wired(to: context) }
    wiredPayments = payments
    wiredFollowing = Result { try FollowFlow.wired(to: context, tip: tip) }
  }

  // An invalid setting of a component fails what needs the component, and nothing else.

  var sourcing: SourcingFlow {
    get throws { try wiredSourcing.get() }
  }

  var payments: PaymentFlows {
    get throws { try wiredPayments.get() }
  }

  var following: FollowFlow {
    get throws { try wiredFollowing.get() }
  }

  func command(_ words: String) -> String {
    context.invocation.command(words)
  }

  var links: LinkStore { LinkStore(database: context.database) }
}

/// What the app has for every component: the database, the clock and the settings.
struct AppContext: Sendable {
  let path: String
  let database: SharedDatabase
  let environment: [String: String]
  /// How many seconds to wait for other processes.
  var patience: Double
  let isInteractive: Bool
  /// Whether a simulated kitchen cooks what is followed.
  let isDemo: Bool
  let invocation: Invocation
  /// Gets a line for each change of an order's status.
  let statusLine: (@Sendable (String) -> Void)?
  let now: @Sendable () -> Date
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
