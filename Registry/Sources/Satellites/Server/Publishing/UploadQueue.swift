import HTTPTypes
import Synchronization

/// Gives uploads access to the repository one at a time, in the order of their arrival, and refuses
/// those that exceed the number of places or would have to wait for too long.
final class UploadQueue: Sendable {
  private struct Waiter {
    let ticket: Int
    /// `nil` until it waits.
    var turn: CheckedContinuation<Bool, Never>?
  }

  private struct State {
    /// The number of running uploads of each token.
    var uploads: [String: Int] = [:]
    var isTaken = false
    var tickets = 0
    var waiters: [Waiter] = []
  }

  private let places: Int
  private let placesOfToken: Int
  private let timeout: Duration
  private let state = Mutex(State())

  /// - Parameters:
  ///   - places: The number of uploads at the same time.
  ///   - placesOfToken: The number of them with the same token, so that one publisher whose uploads
  ///     never end does not keep out the others.
  ///   - timeout: The longest time that an upload waits for its turn.
  init(places: Int, placesOfToken: Int, timeout: Duration = .seconds(30)) {
    self.places = places
    self.placesOfToken = placesOfToken
    self.timeout = timeout
  }

  /// Runs a whole upload with the token of this name.
  func withPlace<Result>(
    of token: String,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let hasPlace = state.withLock { state in
      let own = state.uploads[token, default: 0]
      guard own < placesOfToken, state.uploads.values.reduce(0, +) < places else { return false }
      state.uploads[token] = own + 1
      return true
    }
    guard hasPlace else { throw Self.busy }
    defer {
      state.withLock { state in
        let own = state.uploads[token, default: 0] - 1
        state.uploads[token] = own > 0 ? own : nil
      }
    }
    return try await body()
  }

  /// Runs the part of an upload that only one at a time may run.
  func withTurn<Result>(_ body: () async throws -> Result) async throws -> Result {
    let ticket: Int? = state.withLock { state in
      guard state.isTaken else {
        state.isTaken = true
        return nil
      }
      state.tickets += 1
      state.waiters.append(Waiter(ticket: state.tickets))
      return state.tickets
    }
    if let ticket, await !wait(with: ticket) { throw Self.busy }
    defer { pass() }
    return try await body()
  }

  private static var busy: Problem {
    Problem(
      .serviceUnavailable,
      "too many uploads at once, try again later",
      headers: [.retryAfter: "10"]
    )
  }

  /// Returns whether the turn came in time.
  private func wait(with ticket: Int) async -> Bool {
    await withTaskGroup { group in
      group.addTask { [self] in
        try? await Task.sleep(for: timeout)
        giveUp(ticket)
      }
      let hasTurn = await withCheckedContinuation { turn in
        let answer: Bool? = state.withLock { state in
          guard let index = state.waiters.firstIndex(where: { $0.ticket == ticket }) else {
            return false
          }
          guard !state.isTaken else {
            state.waiters[index].turn = turn
            return nil
          }
          // The turn came before this began to wait.
          state.waiters.remove(at: index)
          state.isTaken = true
          return true
        }
        if let answer { turn.resume(returning: answer) }
      }
      group.cancelAll()
      return hasTurn
    }
  }

  private func giveUp(_ ticket: Int) {
    let turn: CheckedContinuation<Bool, Never>? = state.withLock { state in
      guard let index = state.waiters.firstIndex(where: { $0.ticket == ticket }) else { return nil }
      return state.waiters.remove(at: index).turn
    }
    turn?.resume(returning: false)
  }

  /// Gives the turn to the first waiter.
  private func pass() {
    let turn: CheckedContinuation<Bool, Never>? = state.withLock { state in
      // A waiter with a ticket that does not wait yet finds the turn free.
      guard let index = state.waiters.firstIndex(where: { $0.turn != nil }) else {
        state.isTaken = false
        return nil
      }
      return state.waiters.remove(at: index).turn
    }
    turn?.resume(returning: true)
  }
}
