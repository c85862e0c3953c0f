import ChefSourcing
import FlowKit
import FlowTesting
import Foundation
import GRDB
import OrderProcessing
import OrderProcessingStorage
import Persistence
import ProgramTesting
import StatusUpdates

@testable import cookr
@testable import Payments

/// A database with one order that has a chef, and processes of the app on it.
final class Shop: Sendable {
  /// The whole price of the order.
  static let price: Int64 = 2880

  let order: Order
  let processor = GatedProcessor()
  private let folder: ScratchFolder

  init() async throws {
    order = try .sample()
    folder = try ScratchFolder()
    let app = try process()
    try await app.orders.save(order)
    try await app.place(order)
    try await app.context.database.write { [order] db in
      try db.execute(
        sql: "INSERT INTO assignment (orderReference, chefID, document) VALUES (?, ?, ?)",
        arguments: [
          order.id.rawValue, ChefAssignment.sample.chefID.rawValue,
          try StoredForm.document(ChefAssignment.sample),
        ]
      )
    }
  }

  /// The app as a process of its own, which waits for another's payment that many seconds.
  func process(
    patience: Double = 0,
    statusLine: (@Sendable (String) -> Void)? = nil,
    now: @escaping @Sendable () -> Date = SharedDatabase.now
  ) throws -> Composition {
    let path = folder.path + "/cookr.sqlite"
    return Composition(
      AppContext(
        path: path,
        // The database is held for moments only; what a test waits for is a payment.
        database: try AppContext.database(at: path, patience: 30),
        environment: ["COOKR_PACE": "0"],
        patience: patience,
        isInteractive: false,
        isDemo: true,
        statusLine: statusLine,
        now: now
      ),
      processor: processor.memory
    )
  }

  var reference: OrderReference { OrderReference(order) }

  /// Pays the order in a process of its own.
  @discardableResult
  func pay(
    on presenter: any Presenter = ScriptedPresenter(payment),
    patience: Double = 0
  ) async throws -> Receipt {
    try await Coordinator(try process(patience: patience), on: presenter).pay(order, .sample)
  }

  /// Pays the order, and brings it that far.
  func pay(upTo status: Status) async throws {
    try await pay()
    let app = try process()
    for next in [Status.chefAssigned, .cooking, .onItsWay, .delivered] {
      try await app.advance(reference, to: next)
      if next == status { return }
    }
  }

  func cancel(
    on presenter: any Presenter = ScriptedPresenter(agreement),
    patience: Double = 0
  ) async throws -> Timeline {
    try await Coordinator(try process(patience: patience), on: presenter).cancel(order)
  }

  /// Follows the order to its end, at a kitchen that takes no time.
  func follow() async throws -> Status {
    let app = try process()
    let outcome = try await app.following.start(
      FollowRequest(order: reference),
      on: ScriptedPresenter([ScriptedAnswer("tip", .choice("none"))])
    )
    return try outcome.get().timeline.status
  }

  /// Starts the app anew, and returns what it says of what was left.
  func start() async throws -> [String] {
    try await Recovery(app: try process()).run()
  }

  var status: Status {
    get async throws { try await process().tracker.timeline(of: reference).status }
  }

  /// What the processor took and gave back.
  var money: [Int64] {
    get async throws {
      try await processor.memory.all(ProcessorCharge.self).map(\.amount.minorUnits)
        + processor.memory.all(ProcessorRefund.self).map { -$0.amount.minorUnits }
    }
  }

  /// What the app's own books say that the processor took and gave back.
  var booked: [Int64] {
    get async throws {
      try await process().paymentStore.entries()
        .filter { $0.account == .processor }.map(\.amount.minorUnits)
    }
  }

  static let payment = [
    ScriptedAnswer("card", .choice("success")), ScriptedAnswer("pay", .confirmed(true)),
  ]
  static let agreement = [ScriptedAnswer("cancel", .confirmed(true))]

  static func refund(of amount: String) -> [ScriptedAnswer] {
    [ScriptedAnswer("amount", .text(amount)), ScriptedAnswer("refund", .confirmed(true))]
  }
}

/// The code of the failure that a body throws; nil if it returns.
@discardableResult
func failureCode<Value>(_ body: () async throws -> Value) async throws -> FlowFailure.Code? {
  do {
    _ = try await body()
    return nil
  } catch let failure as FlowFailure {
    return failure.code
  }
}
