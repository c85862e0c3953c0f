@testable import Payments
import PaymentsInterface
import PaymentsStorage
import Persistence

/// The app's processes on one set of payment data.
enum PaymentProcesses {
  case memory(InMemoryPaymentStore)
  case file(ScratchFolder)

  func start() throws -> PaymentProcess {
    switch self {
    case .memory(let store): PaymentProcess(store.another())
    case .file(let folder): try PaymentProcess(folder.open())
    }
  }
}

/// One process with the payments open, until it is killed.
final class PaymentProcess {
  private var opened: (any PaymentStore)?
  private let close: () throws -> Void

  init(_ store: InMemoryPaymentStore) {
    opened = store
    close = { store.close() }
  }

  init(_ database: DatabaseFile) {
    opened = SQLitePaymentStore(database)
    close = { try database.close() }
  }

  var store: any PaymentStore {
    guard let opened else { preconditionFailure("the test has killed this process") }
    return opened
  }

  func kill() throws {
    try close()
    opened = nil
  }
}
