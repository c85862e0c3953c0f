import FlowKit
import Foundation

/// Waits until an offer is no longer open and returns it, however long that takes.
///
/// The caller sets the time limit by cancelling the task; this then returns or throws at once.
typealias OfferAnswers = @Sendable (OfferRecord) async throws -> OfferRecord

/// The answers that kitchens store, each a program of its own.
struct KitchenAnswers: Sendable {
  let store: OfferStore
  let clock: any Clock<Duration>

  /// The time between two looks at the store.
  private static let interval = Duration.milliseconds(100)

  @Sendable func answer(to record: OfferRecord) async throws -> OfferRecord {
    while true {
      let offers = try await store.offers(ofOrder: record.offer.orderReference)
      guard let current = offers.first(where: { $0.number == record.number }) else {
        return OfferRecord(record.offer, number: record.number, state: .withdrawn)
      }
      if current.state != .open { return current }
      try await clock.sleep(for: Self.interval)
    }
  }
}

/// Kitchens that answer by themselves, and always the same to the same offer.
///
/// What a chef says follows from the chef's identifier and the order's reference alone: of 16
/// offers, 12 are accepted, 3 declined for one of several reasons, and 1 is never answered.
struct SimulatedAnswers: Sendable {
  let store: OfferStore
  let now: @Sendable () -> Date

  @Sendable func answer(to record: OfferRecord) async throws -> OfferRecord {
    let offer = record.offer
    let mood = Self.mixed("\(offer.chefID.rawValue)\n\(offer.orderReference)")
    // Different bits decide different things, so that they do not go together.
    switch mood % 16 {
    case 0:
      // No answer until the task is cancelled.
      for await _ in AsyncStream<Never>.makeStream().stream {}
      throw CancellationError()
    case 1...3:
      let reason = Self.reasons[Int((mood >> 8) % UInt64(Self.reasons.count))]
      return try await store.end(record, as: .declined(reason: reason))
    default:
      return try await store.end(record, as: .accepted(at: now()))
    }
  }

  private static let reasons = [
    "the kitchen is full for that hour",
    "an ingredient has run out",
    "nobody is free to deliver",
    "the oven is being repaired",
    "another order came first",
  ]

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
