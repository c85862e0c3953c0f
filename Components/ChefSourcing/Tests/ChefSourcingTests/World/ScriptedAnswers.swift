import FlowKit
import Synchronization

@testable import ChefSourcing

/// Kitchens that answer as the test says.
struct ScriptedAnswers: Sendable {
  enum Behaviour: Sendable {
    case answers(OfferState)
    /// Nothing until the task is cancelled.
    case isSilent
    /// Accepts in the moment in which the offer is given up.
    case acceptsTooLate
    case fails(any Error)
  }

  /// Each offer as it comes.
  let asked: AsyncStream<OfferRecord>
  private let noteAsked: AsyncStream<OfferRecord>.Continuation
  private let behaviours: [Chef.ID: Behaviour]
  private let store: OfferStore

  /// Chefs who are not named accept.
  init(_ behaviours: [String: Behaviour] = [:], in store: OfferStore) {
    let pairs = behaviours.map { (Chef.ID(rawValue: $0.key), $0.value) }
    self.behaviours = Dictionary(uniqueKeysWithValues: pairs)
    self.store = store
    (asked, noteAsked) = AsyncStream.makeStream()
  }

  @Sendable func answer(to record: OfferRecord) async throws -> OfferRecord {
    noteAsked.yield(record)
    switch behaviours[record.offer.chefID] ?? .answers(.accepted(at: Sample.now)) {
    case .answers(let state):
      return try await store.end(record, as: state)
    case .isSilent:
      await untilCancelled()
      throw CancellationError()
    case .acceptsTooLate:
      await untilCancelled()
      return try await store.end(record, as: .accepted(at: Sample.now))
    case .fails(let error):
      throw error
    }
  }
}

/// Suspends until the current task is cancelled.
func untilCancelled() async {
  for await _ in AsyncStream<Never>.makeStream().stream {}
}

/// Friends who recommend what the test says.
final class ScriptedFriends: Sendable {
  enum Behaviour {
    case recommend([String: Int])
    /// Nothing until the task is cancelled.
    case areSilent
    case fail(any Error & Sendable)
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

  func answer() async throws -> [Chef.ID: Int] {
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

extension Prompt {
  /// What is offered to choose one from, with what is suggested; nil for a question of another kind.
  var list: (choices: [Choice], suggested: Choice.ID?)? {
    if case .chooseOne(let choices, let suggested) = kind { (choices, suggested) } else { nil }
  }
}
