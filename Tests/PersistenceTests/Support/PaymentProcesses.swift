import Payments
import Persistence

/// The app's processes on one set of payment data.
enum PaymentProcesses {
  case memory(InMemoryPaymentStore)
  case file(ScratchFolder)

  func start() throws -> PaymentProcess {
    switch self {
    case .memory(let store): PaymentProcess(store.another())
    case .file(let folder): PaymentProcess(SQLitePaymentStore(try folder.open()))
    }
  }
}

/// One process with the payments open, until it is killed.
final class PaymentProcess {
  private var opened: (any PaymentStore)?

  init(_ store: any PaymentStore) {
    opened = store
  }

  var store: any PaymentStore {
    guard let opened else { preconditionFailure("the test has killed this process") }
    return opened
  }

  func kill() {
    (opened as? InMemoryPaymentStore)?.close()
    // The kernel frees a process's locks as it goes; a store's go with its last owner.
    opened = nil
  }
}
