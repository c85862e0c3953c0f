import ChefSourcing
import Synchronization

/// Chefs who answer as the test says, and a record of what they were told.
final class ScriptedOffers: ChefOffers {
  enum Behaviour {
    case answers(OfferAnswer)
    /// Nothing until the task is cancelled.
    case isSilent
    /// Accepts in the moment in which the offer is given up.
    case acceptsTooLate
    case fails(any Error)
  }

  /// Each offer as it comes.
  let asked: AsyncStream<ChefOffer>
  private let noteAsked: AsyncStream<ChefOffer>.Continuation
  private let behaviours: [Chef.ID: Behaviour]
  private let withdrawnOffers = Mutex<[ChefOffer]>([])
  private let askedOffers = Mutex<[ChefOffer]>([])

  /// Chefs who are not named accept, the meal arriving in 30 minutes.
  init(_ behaviours: [String: Behaviour] = [:]) {
    let pairs = behaviours.map { (Chef.ID(rawValue: $0.key), $0.value) }
    self.behaviours = Dictionary(uniqueKeysWithValues: pairs)
    (asked, noteAsked) = AsyncStream.makeStream()
  }

  /// Who was asked so far, in order.
  var askedChefs: [String] { askedOffers.withLock { $0.map(\.chefID.rawValue) } }

  /// From whom an offer was taken back so far, in order.
  var withdrawn: [String] { withdrawnOffers.withLock { $0.map(\.chefID.rawValue) } }

  /// The offers so far, in order.
  var offers: [ChefOffer] { askedOffers.withLock(\.self) }

  func answer(to offer: ChefOffer) async throws -> OfferAnswer {
    askedOffers.withLock { $0.append(offer) }
    noteAsked.yield(offer)
    switch behaviours[offer.chefID] ?? .answers(.accepted(etaMinutes: 30)) {
    case .answers(let answer):
      return answer
    case .isSilent:
      await untilCancelled()
      throw CancellationError()
    case .acceptsTooLate:
      await untilCancelled()
      return .accepted(etaMinutes: 30)
    case .fails(let error):
      throw error
    }
  }

  func withdraw(_ offer: ChefOffer) async {
    withdrawnOffers.withLock { $0.append(offer) }
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
