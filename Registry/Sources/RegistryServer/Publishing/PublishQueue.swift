import HTTPTypes
import Synchronization

/// Gives uploads access to the repository one at a time, in the order of their arrival, and refuses
/// those that exceed the number of places or would have to wait for too long.
final class PublishQueue: Sendable {
  private struct State {
    /// By token.
    var uploads: [String: Int] = [:]
    var tickets = 0
    /// The tickets of all that wait, behind that of the one whose turn it is.
    var waiting: [Int] = []
  }

  /// An upload takes longer than the looks whether it is its turn are apart.
  private static let pause = Duration.milliseconds(10)

  private let places: Int
  private let placesOfToken: Int
  private let patience: Duration
  private let state = Mutex(State())

  /// - Parameters:
  ///   - places: The number of uploads at the same time.
  ///   - placesOfToken: The number of them with the same token, so that one publisher whose uploads
  ///     never end does not keep out the others.
  ///   - patience: The longest time that an upload waits for its turn.
  init(places: Int, placesOfToken: Int, patience: Duration = .seconds(30)) {
    self.places = places
    self.placesOfToken = placesOfToken
    self.patience = patience
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
    let ticket = state.withLock { state in
      state.tickets += 1
      state.waiting.append(state.tickets)
      return state.tickets
    }
    defer { state.withLock { $0.waiting.removeAll { $0 == ticket } } }
    let end = ContinuousClock.now + patience
    while state.withLock({ $0.waiting.first != ticket }) {
      guard .now < end else { throw Self.busy }
      try await Task.sleep(for: Self.pause)
    }
    return try await body()
  }

  private static var busy: Problem {
    Problem(
      .serviceUnavailable,
      "too many uploads at once, try again later",
      headers: [.retryAfter: "10"]
    )
  }
}
