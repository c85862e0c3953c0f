import ChefSourcing
import OrderProcessingStorage
import Payments
import Persistence
import ProgramTesting
import StatusUpdates

extension ScratchFolder {
  /// Opens the folder's one database of those contents; each call opens it anew.
  func open(_ contents: Schema = .app) throws -> SharedDatabase {
    try SharedDatabase(path: path + "/data.sqlite", contents: contents, patience: 30)
  }
}

extension Schema {
  /// The tables of the app's own data.
  static let app = Schema(
    SQLiteOrderStore.tables + StatusStore.tables + PaymentStore.tables + OfferStore.tables
  )
  /// Those of an app without payments.
  static let kitchen = Schema(SQLiteOrderStore.tables + StatusStore.tables)
}
