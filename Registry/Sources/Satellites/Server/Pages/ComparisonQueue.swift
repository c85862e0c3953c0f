import HTTPTypes
import Synchronization
import Model

/// Compares releases one at a time, on a thread of its own, and refuses those that would wait for too
/// many others.
///
/// Anyone may ask for the comparison of any two releases, each of which reads both from git.
final class ComparisonQueue: Sendable {
  private static let secondsToRetry = 5

  private let access: RepositoryAccess
  private let places: Int
  private let waiting = Mutex(0)

  /// - Parameter places: The number of comparisons that are made or wait at the same time.
  init(_ access: RepositoryAccess, places: Int) {
    (self.access, self.places) = (access, places)
  }

  /// Runs `body` when it is its turn.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing Workspace) throws -> Value
  ) async throws -> Value {
    let hasPlace = waiting.withLock { waiting in
      guard waiting < places else { return false }
      waiting += 1
      return true
    }
    guard hasPlace else {
      throw Problem(
        .serviceUnavailable,
        "too many comparisons at the same time, try again in \(Self.secondsToRetry) s",
        headers: [.retryAfter: "\(Self.secondsToRetry)"]
      )
    }
    defer { waiting.withLock { $0 -= 1 } }
    return try await access.read(body)
  }
}
