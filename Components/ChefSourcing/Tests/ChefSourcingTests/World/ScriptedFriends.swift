import Synchronization

@testable import ChefSourcing

/// Friends who recommend what the test says.
final class ScriptedFriends: FriendRecommendations {
  enum Behaviour {
    case recommend([String: Int])
    /// Nothing until the task is cancelled.
    case areSilent
    case fail(any Error)
  }

  /// An element each time that they are asked.
  let asked: AsyncStream<Void>
  private let noteAsked: AsyncStream<Void>.Continuation
  private let behaviour: Behaviour
  private let count = Mutex(0)

  init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
    (asked, noteAsked) = AsyncStream.makeStream()
  }

  /// How often they were asked so far.
  var askedCount: Int { count.withLock(\.self) }

  func friends() async throws -> [Chef.ID: Int] {
    count.withLock { $0 += 1 }
    noteAsked.yield()
    switch behaviour {
    case .recommend(let counts):
      let pairs = counts.map { (Chef.ID(rawValue: $0.key), $0.value) }
      return Dictionary(uniqueKeysWithValues: pairs)
    case .areSilent:
      await untilCancelled()
      throw CancellationError()
    case .fail(let error):
      throw error
    }
  }
}
