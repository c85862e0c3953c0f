/// The customer's side of offers: puts one to a chef under a time limit, and takes it back unless it
/// is answered.
struct OfferDesk: Sendable {
  let adapters: SourcingAdapters

  /// Asks one chef, and returns the offer with its answer; it is withdrawn if there was none.
  ///
  /// Another run of the flow takes the offer back when it asks another chef for the same order. That
  /// chef answers first: an acceptance is the answer of both runs, otherwise the offer is put again.
  /// A run waits for others at most as long as a chef may take, and an offer whose time is over is not
  /// put again, so that of several runs one ends at each limit.
  ///
  /// An acceptance counts from the moment at which it is stored, by whichever process: who cancels
  /// later leaves an order that has a chef.
  func ask(
    _ candidate: RankedChef,
    for request: SourcingRequest,
    to destination: Place
  ) async throws -> OfferRecord {
    while true {
      let offer = ChefOffer(
        to: candidate,
        for: request,
        destination: destination,
        madeAt: adapters.now(),
        within: adapters.answerLimit
      )
      let record = try await adapters.offers.put(offer)
      guard record.state == .open else { return record }
      if let ended = try await answer(to: record) { return ended }
      _ = try await inTime { try await otherAnswers(after: record) }
    }
  }

  /// Waits for the answer; `nil` if the offer was taken back for one to another chef.
  private func answer(to record: OfferRecord) async throws -> OfferRecord? {
    do {
      if let answered = try await inTime({ try await adapters.answers(record) }) {
        guard answered.state == .withdrawn else { return answered }
        return try await latest(of: record).number == record.number ? answered : nil
      }
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

  /// Waits until no other offer of the order can be answered.
  private func otherAnswers(after record: OfferRecord) async throws {
    while true {
      let latest = try await latest(of: record)
      guard latest.isOpen(at: adapters.now()) else { return }
      _ = try await adapters.answers(latest)
    }
  }

  private func latest(of record: OfferRecord) async throws -> OfferRecord {
    try await adapters.offers.latestOffer(forOrder: record.offer.orderReference) ?? record
  }

  private func inTime<Answer: Sendable>(
    _ answer: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer? {
    try await adapters.clock.answer(within: adapters.answerLimit, answer)
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
