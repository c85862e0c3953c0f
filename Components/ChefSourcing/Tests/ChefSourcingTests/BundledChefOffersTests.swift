@testable import ChefSourcing
import FlowKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct BundledChefOffersTests {
  private let offers = BundledChefOffers()

  @Test func `the same offer always gets the same answer`() async throws {
    let first = try await answers(to: 0..<40)
    #expect(try await answers(to: 0..<40) == first)
  }

  @Test func `most accept, some decline, a few do not answer`() async throws {
    var accepted = 0
    var declined = 0
    var silent = 0
    var reasons: Set<String> = []
    for answer in try await answers(to: 0..<800) {
      switch answer {
      case .accepted(let etaMinutes):
        accepted += 1
        // 18 to 32 minutes of cooking, and 4 for the kilometre.
        #expect((22...36).contains(etaMinutes))
      case .declined(let reason):
        declined += 1
        reasons.insert(reason)
      case nil:
        silent += 1
      }
    }
    #expect(accepted + declined + silent == 800)
    #expect((560...640).contains(accepted))
    #expect((115...185).contains(declined))
    #expect((30...75).contains(silent))
    #expect(reasons.count == 5)
  }

  private func answers(to orders: Range<Int>) async throws -> [OfferAnswer?] {
    var answers: [OfferAnswer?] = []
    for order in orders {
      let offer = ChefOffer(
        orderReference: "order-\(order)",
        chefID: Chef.ID(rawValue: "mai-srisai"),
        dishes: [Sample.greenCurry],
        distance: Distance(metres: 1_000),
        wanted: Sample.evening,
        fee: Money(minorUnits: 590, currency: .eur)
      )
      answers.append(await answer(to: offer))
    }
    return answers
  }

  /// The chef's answer; nil for one who says nothing, which shows once the task is cancelled: the
  /// others answer without waiting, cancelled or not.
  private func answer(to offer: ChefOffer) async -> OfferAnswer? {
    let task = Task { try await offers.answer(to: offer) }
    task.cancel()
    return try? await task.value
  }
}
