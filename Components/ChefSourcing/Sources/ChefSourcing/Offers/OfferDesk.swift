import FlowKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Puts offers to chefs under a time limit and sees each through: an accepted one is saved, any
/// other that was not declined is taken back.
struct OfferDesk: Sendable {
  let adapters: SourcingAdapters

  /// Asks one chef.
  ///
  /// Cancelling ends this at once with no assignment, until the chef's acceptance is being saved:
  /// from then on it is as good as saved.
  ///
  /// - Throws: `CancellationError`; ``FlowFailure`` when the order got another chef meanwhile.
  func ask(_ candidate: RankedChef, for request: SourcingRequest, to destination: Place)
    async throws -> OfferOutcome
  {
    let offer = ChefOffer(
      orderReference: request.orderReference,
      chefID: candidate.chef.id,
      dishes: request.dishes,
      distance: candidate.distance,
      wanted: request.wanted,
      fee: candidate.chef.fee
    )
    do {
      switch try await answer(to: offer) {
      case .accepted(let etaMinutes):
        try Task.checkCancellation()
        let assignment = ChefAssignment(
          of: candidate,
          to: offer,
          destination: destination.name,
          etaMinutes: etaMinutes,
          assignedAt: adapters.now()
        )
        return .assigned(try await save(assignment))
      case .declined(let reason):
        return .declined(reason: reason)
      case nil:
        try Task.checkCancellation()
        await withdraw(offer)
        return .unanswered
      }
    } catch {
      await withdraw(offer)
      throw error
    }
  }

  /// The chef's answer; nil when the time limit passed first.
  private func answer(to offer: ChefOffer) async throws -> OfferAnswer? {
    try await adapters.clock.answer(within: adapters.answerLimit) { [adapters] in
      try await adapters.offers.answer(to: offer)
    }
  }

  /// Saves in a task of its own, which cancelling the flow does not reach: a chef who has accepted
  /// must not be left with an order that is neither saved nor taken back.
  private func save(_ assignment: ChefAssignment) async throws -> ChefAssignment {
    do {
      return try await Task { try await adapters.assignments.save(assignment) }.value
    } catch let conflict as AssignmentConflict {
      throw FlowFailure(.chefsAssigned, "\(conflict)", help: "start again to see that chef")
    }
  }

  /// Takes an offer back, also in a cancelled task, unless another run has had it accepted and
  /// saved: it is the same offer to the chef.
  private func withdraw(_ offer: ChefOffer) async {
    await Task { [adapters] in
      do {
        let standing = try await adapters.assignments.assignment(forOrder: offer.orderReference)
        if standing?.chefID == offer.chefID { return }
      } catch {
        // Nothing says that the offer was taken; the error that led here is the one to report.
      }
      await adapters.offers.withdraw(offer)
    }.value
  }
}

extension ChefAssignment {
  fileprivate init(
    of candidate: RankedChef,
    to offer: ChefOffer,
    destination: String,
    etaMinutes: Int,
    assignedAt: Date
  ) {
    self.init(
      orderReference: offer.orderReference,
      chefID: offer.chefID,
      chefName: candidate.chef.name,
      neighbourhood: candidate.chef.neighbourhood,
      destination: destination,
      explanation: candidate.score.explanation,
      distance: offer.distance,
      fee: offer.fee,
      etaMinutes: etaMinutes,
      assignedAt: assignedAt
    )
  }
}
