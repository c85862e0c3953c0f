import ChefSourcing

/// Kitchens that answer as the test says.
struct ScriptedAnswers: OfferAnswers {
  enum Behaviour {
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
  private let store: any OfferStore

  /// Chefs who are not named accept.
  init(_ behaviours: [String: Behaviour] = [:], in store: any OfferStore) {
    let pairs = behaviours.map { (Chef.ID(rawValue: $0.key), $0.value) }
    self.behaviours = Dictionary(uniqueKeysWithValues: pairs)
    self.store = store
    (asked, noteAsked) = AsyncStream.makeStream()
  }

  func answer(to record: OfferRecord) async throws -> OfferRecord {
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
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  await withTaskCancellationHandler {
    for await _ in stream {}
  } onCancel: {
    continuation.finish()
  }
}
