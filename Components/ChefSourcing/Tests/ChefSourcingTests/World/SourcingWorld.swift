import FlowKit
import Foundation
import Synchronization

@testable import ChefSourcing

/// A flow on a sample town, with hold of all that is behind it.
struct SourcingWorld {
  let answers: ScriptedAnswers
  let store = OfferStore.inMemory()
  let clock = ManualClock()
  let adapters: SourcingAdapters
  var flow: SourcingFlow { SourcingFlow(adapters) }

  /// Anna ranks before Bruno, Bruno before Carla.
  static let chefs = [
    Sample.chef("bruno", stars: 440),
    Sample.chef("anna", stars: 490),
    Sample.chef("carla", stars: 400),
  ]

  init(
    _ behaviours: [String: ScriptedAnswers.Behaviour] = [:],
    chefs: [Chef] = chefs,
    offers: (OfferStore)? = nil,
    friends: ScriptedFriends? = nil
  ) {
    let offers = offers ?? store
    answers = ScriptedAnswers(behaviours, in: offers)
    var adapters = SourcingAdapters(offers: offers, now: { Sample.now })
    adapters.chefs = { _ in chefs }
    adapters.answers = answers.answer
    adapters.answerLimit = .seconds(60)
    adapters.clock = clock
    if let friends { adapters.recommendations = { try await friends.answer() } }
    adapters.city = { Sample.city }
    if let timeZone = TimeZone(secondsFromGMT: 0) { adapters.timeZone = timeZone }
    self.adapters = adapters
  }

  /// Who was asked for the sample order, and what came of it.
  var states: [String] {
    get async throws {
      try await store.offers(ofOrder: "order-1").map { record in
        let state =
          switch record.state {
          case .open: "open"
          case .accepted: "accepted"
          case .declined: "declined"
          case .withdrawn: "withdrawn"
          }
        return "\(record.offer.chefID.rawValue) \(state)"
      }
    }
  }

  /// Has a chef accept the sample order in another run.
  func accept(as id: String) async throws -> ChefAssignment {
    let record = try await store.put(Sample.offer(to: id))
    return try await ChefDesk(offers: store, now: { Sample.now }).accept(record)
  }

  /// What the flow answers for a sample chef who accepts.
  static func assignment(of id: String, stars: String, destination: Place = Sample.market)
    -> ChefAssignment
  {
    ChefAssignment(
      orderReference: "order-1",
      chefID: Chef.ID(rawValue: id),
      chefName: id.prefix(1).uppercased() + id.dropFirst(),
      neighbourhood: "Market",
      destination: destination.name,
      explanation: "\(stars) stars, cooks Thai, 1.1 km away",
      distance: Distance(metres: 1_112),
      fee: Money(minorUnits: 500, currency: .eur),
      etaMinutes: 30,
      assignedAt: Sample.now
    )
  }
}

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
