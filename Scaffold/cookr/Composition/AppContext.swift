import AppConsole
import Foundation
import Persistence

/// What the app has for every component: the database, the clock and the settings.
struct AppContext: Sendable {
  /// The database's file.
  let path: String
  let database: DatabaseFile
  let environment: [String: String]
  /// How many seconds to wait for other processes.
  var patience: Double
  /// Whether a person watches.
  let isInteractive: Bool
  /// Whether a simulated kitchen cooks what is followed.
  let isDemo: Bool
  /// How the app was called, for the commands that messages advise.
  let invocation: Invocation
  /// Gets a line for each change of an order's status.
  let statusLine: (@Sendable (String) -> Void)?
  let now: @Sendable () -> Date
}
