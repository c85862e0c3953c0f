import ChefSourcing
import ChefSourcingStorage
import OrderProcessing
import OrderProcessingStorage
import PaymentsInterface
import PaymentsStorage
import Persistence
import ProgramTesting
import StatusUpdates
import StatusUpdatesInterface
import StatusUpdatesStorage

@testable import Payments

/// What a port is tested on: the component's own store, which says what is right, and the app's.
enum Medium: CaseIterable {
  case memory
  case file

  func orders(in folder: ScratchFolder) throws -> any OrderStore {
    switch self {
    case .memory: InMemoryOrderStore()
    case .file: SQLiteOrderStore(try folder.open())
    }
  }

  func offers(in folder: ScratchFolder) throws -> any OfferStore {
    switch self {
    case .memory: InMemoryOfferStore()
    case .file: SQLiteOfferStore(try folder.open())
    }
  }

  func processor(in folder: ScratchFolder) throws -> any ProcessorStore {
    switch self {
    case .memory: InMemoryProcessorStore()
    case .file: SQLiteProcessorStore { try folder.open(.processor) }
    }
  }

  func status(in folder: ScratchFolder) throws -> StatusPorts {
    switch self {
    case .memory:
      let store = InMemoryStatusStore()
      return StatusPorts(timelines: store, outbox: store)
    case .file:
      let database = try folder.open()
      return StatusPorts(
        timelines: SQLiteTimelineStore(database),
        outbox: SQLiteOutbox(database)
      )
    }
  }

  func payments(in folder: ScratchFolder) -> PaymentProcesses {
    switch self {
    case .memory: .memory(InMemoryPaymentStore())
    case .file: .file(folder)
    }
  }
}

/// The two ports of one status store.
struct StatusPorts {
  let timelines: any TimelineStore
  let outbox: any Outbox
}

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
