/// Chefs who answer as if they were people, and always the same to the same offer.
///
/// What a chef says follows from the chef's identifier and the order's reference alone: of 16
/// offers, 12 are accepted, 3 declined for one of several reasons, and 1 is never answered.
package struct BundledChefOffers: ChefOffers {
  /// Makes the adapter.
  package init() {}

  package func answer(to offer: ChefOffer) async throws -> OfferAnswer {
    let mood = Self.mixed("\(offer.chefID.rawValue)\n\(offer.orderReference)")
    // Different bits decide different things, so that they do not go together.
    switch mood % 16 {
    case 0:
      try await Self.silence()
    case 1...3:
      return .declined(reason: Self.reasons[Int((mood >> 8) % UInt64(Self.reasons.count))])
    default:
      let cooking = 18 + Int((mood >> 16) % 15)
      let travelling = min(offer.distance.metres, 100_000) * 4 / 1_000
      return .accepted(etaMinutes: cooking + travelling)
    }
  }

  /// Does nothing: nobody is told to cook by this adapter.
  package func withdraw(_ offer: ChefOffer) async {}

  private static let reasons = [
    "the kitchen is full for that hour",
    "an ingredient has run out",
    "nobody is free to deliver",
    "the oven is being repaired",
    "another order came first",
  ]

  private static func silence() async throws -> Never {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
    throw CancellationError()
  }

  /// FNV-1a with a finaliser: the same on every machine and in every run, unlike `Hasher`.
  private static func mixed(_ text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    return hash ^ hash >> 31
  }
}
