/// The customer's side of offers: puts one to a chef under a time limit, and takes it back unless it
/// is answered.
struct OfferDesk: Sendable {
  let adapters: SourcingAdapters

  /// Asks one chef, and returns the offer with its answer; it is withdrawn if there was none.
  ///
  /// An acceptance counts from the moment at which it is stored, by whichever process: who cancels
  /// later leaves an order that has a chef.
  func ask(
    _ candidate: RankedChef,
    for request: SourcingRequest,
    to destination: Place
  ) async throws -> OfferRecord {
    let offer = ChefOffer(
      to: candidate,
      for: request,
      destination: destination,
      madeAt: adapters.now(),
      within: adapters.answerLimit
    )
    let record = try await adapters.offers.put(offer)
    guard record.state == .open else { return record }
    do {
      let answered = try await adapters.clock.answer(within: adapters.answerLimit) { [adapters] in
        try await adapters.answers(record)
      }
      if let answered { return answered }
      try Task.checkCancellation()
      return try await adapters.offers.end(record, as: .withdrawn)
    } catch {
      // In a task of its own, which cancelling the flow does not reach. The error that led here is
      // the one to report, and an offer that stays open lapses by itself.
      let ended = await Task { [adapters] in
        try? await adapters.offers.end(record, as: .withdrawn)
      }.value
      // The chef was quicker.
      if let ended, case .accepted = ended.state { return ended }
      throw error
    }
  }
}

extension Clock where Duration == Swift.Duration {
  /// What `answer` comes to; nil when the time limit passed first, by which `answer` is cancelled.
  func answer<Answer: Sendable>(
    within limit: Duration,
    _ answer: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer? {
    try await withThrowingTaskGroup(of: Answer?.self) { group in
      group.addTask { try await answer() }
      group.addTask {
        try await sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
