import AppConsole
import FlowKit
import Foundation
import Persistence
import StatusUpdates
import TerminalPresenter

/// Keeps the board as the database has it, whichever process writes there.
///
/// A database that goes away, or that a newer app takes over, is a line on the board; the orders are
/// shown again once it can be read.
actor BoardWatch {
  /// How often followers get the board although nothing has changed, so that a connection whose other
  /// end is gone is noticed.
  private static let heartbeat = Duration.seconds(15)
  private static let interval = Duration.milliseconds(100)
  private static let pauseAfterProblem = Duration.seconds(1)

  private let path: String
  private let reopen: @Sendable () throws -> Composition
  private var app: Composition?
  /// The database's counter when the orders were last read.
  private var count: Int64?
  private var board = Board()
  private var latestLook: Task<Void, Never>?
  private var followers: [UUID: AsyncStream<Board>.Continuation] = [:]

  init(_ app: Composition, at path: String, reopen: @escaping @Sendable () throws -> Composition) {
    self.app = app
    self.path = path
    self.reopen = reopen
  }

  func run() async throws {
    var lastBeat = ContinuousClock.now
    while true {
      await look()
      if ContinuousClock.now - lastBeat >= Self.heartbeat {
        lastBeat = .now
        publish()
      }
      try await Task.sleep(for: board.problem == nil ? Self.interval : Self.pauseAfterProblem)
    }
  }

  func current() async -> Board {
    await look()
    return board
  }

  /// The board as it is now, and each later one; a follower that is slow skips some.
  func boards() -> AsyncStream<Board> {
    let id = UUID()
    let (boards, follower) = AsyncStream.makeStream(
      of: Board.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    follower.onTermination = { _ in Task { await self.remove(id) } }
    followers[id] = follower
    follower.yield(board)
    return boards
  }

  func take(_ step: KitchenStep, of order: OrderReference) async throws {
    let app = try opened()
    try await app.database.requireCurrent()
    let request = StepRequest(step: step, order: order.rawValue)
    _ = try await waitForCallback { callback in
      // Nothing is left to ask.
      app.desk.start(request, on: AnswersPresenter([:])) { result in callback(result) }
    }.get()
    // The step is taken; an update that is not sent now is sent by a later run, which says why.
    _ = try? await app.undelivered()
  }

  /// Sends what waits for the webhook; returns a line about what cannot be sent yet.
  func dispatch() async throws -> String? {
    try await opened().undelivered().map { "status updates are still waiting: \($0)" }
  }

  /// Reads the orders if anything has changed; of several who ask at once, one after the other does.
  private func look() async {
    let earlier = latestLook
    let look = Task {
      await earlier?.value
      await readChanges()
    }
    latestLook = look
    await look.value
  }

  private func readChanges() async {
    do {
      let app = try opened()
      let count = try await app.database.changeCount()
      guard count != self.count else { return }
      try await app.database.requireCurrent()
      let tickets = try await app.desk.tickets()
      let left = board.tickets.filter { old in !tickets.contains { $0.id == old.id } }
      let cancelled = board.cancelled + (try await app.desk.cancelled(of: left))
      board = Board(tickets: tickets, cancelled: cancelled)
      self.count = count
      publish()
    } catch {
      // Opened again at the next look, so that the files that are there then are read.
      app = nil
      count = nil
      let problem = CommandError(error, statuses: [:]).message
      guard board.problem != problem else { return }
      board.problem = problem
      publish()
    }
  }

  private func opened() throws -> Composition {
    if let app { return app }
    // Opening would make a new file, and hide that the orders are gone.
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandError(.unavailable, "the database '\(path)' is gone")
    }
    let app = try reopen()
    self.app = app
    return app
  }

  private func publish() {
    for follower in followers.values { follower.yield(board) }
  }

  private func remove(_ follower: UUID) {
    followers[follower] = nil
  }
}

struct Board: Sendable {
  var tickets: [Ticket] = []
  /// The orders that were cancelled while they were here, so that nobody cooks on.
  var cancelled: [Ticket] = []
  /// The message if they cannot be read now; until they can, no step can be taken.
  var problem: String?

  func tickets(in column: BoardColumn) -> [Ticket] {
    tickets.filter { BoardColumn(of: $0) == column }
  }
}

/// A column of the board: how far its orders are.
enum BoardColumn: String, CaseIterable {
  case new
  case accepted
  case cooking
  case onItsWay = "on-its-way"

  init?(of ticket: Ticket) {
    switch (ticket.stage, ticket.timeline.status) {
    case (.offered, _): self = .new
    case (.accepted, .placed), (.accepted, .chefAssigned): self = .accepted
    case (.accepted, .cooking): self = .cooking
    case (.accepted, .onItsWay): self = .onItsWay
    case (.declined, _), (.accepted, .delivered), (.accepted, .cancelled): return nil
    }
  }

  var title: String {
    switch self {
    case .new: "New"
    case .accepted: "Accepted"
    case .cooking: "Cooking"
    case .onItsWay: "On its way"
    }
  }

  /// The words about an order that has come here, after its name.
  var announcement: String {
    switch self {
    case .new: "is new"
    case .accepted: "is accepted"
    case .cooking: "is being cooked"
    case .onItsWay: "is on its way"
    }
  }
}
