import ChefSourcingStorage
import Foundation
import OrderProcessingStorage
import PaymentsStorage
import StatusUpdatesStorage

@testable import Persistence

/// A new folder, gone with its last owner.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/cookr-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

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
