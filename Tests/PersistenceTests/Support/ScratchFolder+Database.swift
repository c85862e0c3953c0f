import ChefSourcingStorage
import OrderProcessingStorage
import PaymentsStorage
import ProgramTesting
import StatusUpdatesStorage

@testable import Persistence

extension ScratchFolder {
  /// Opens the folder's one database of those contents; each call opens it anew.
  func open(_ contents: Schema = .app) throws -> DatabaseFile {
    try DatabaseFile(path: path + "/data.sqlite", contents: contents, patience: 30)
  }
}

extension Schema {
  /// The tables of the app's own data, in the order in which the steps were shipped.
  static let app = Schema([
    .orders, .status, .payments, .links, .cancellations, .balancedLedger, .acceptances,
    .toldCancellations, .announcements, .offers,
  ])
}
