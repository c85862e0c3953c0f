#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// All that finding a chef needs from outside; each part is the component's own unless replaced.
public struct SourcingAdapters: Sendable {
  /// Where offers and their answers are stored.
  public var offers: any OfferStore
  /// The moment that offers are dated with, in whole milliseconds.
  public var now: @Sendable () -> Date
  /// Where the chefs come from.
  public var directory: any ChefDirectory = BundledChefDirectory()
  /// How the answers to offers arrive.
  public var answers: any OfferAnswers
  /// How long a chef may take to answer.
  public var answerLimit: Duration = .seconds(120)
  /// Measures the time limits.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Whom the customer's friends recommend; nil where nobody is to be asked.
  var recommendations: (any FriendRecommendations)?
  /// How long the recommendations may take.
  var recommendationLimit: Duration = .seconds(5)
  /// What can be named in answers and links.
  public var city: @Sendable () throws -> City = City.bundled
  /// What the city's clocks show, for a link, which names no time.
  public var timeZone: TimeZone = .current

  /// Makes adapters from the two that only the app has; kitchens store their answers in `offers`.
  public init(offers: any OfferStore, now: @escaping @Sendable () -> Date) {
    self.offers = offers
    self.now = now
    answers = KitchenAnswers(store: offers, clock: clock)
  }
}
