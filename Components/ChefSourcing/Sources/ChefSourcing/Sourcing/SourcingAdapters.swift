import FlowKit
public import Foundation

/// All that finding a chef needs from outside; each part is the component's own unless replaced.
public struct SourcingAdapters: Sendable {
  public var offers: OfferStore
  public var now: @Sendable () -> Date
  /// The chefs who may be worth asking near a point; it may return too many, since the ranking leaves
  /// out who is out of reach or closed.
  public var chefs: @Sendable (Coordinates) async throws -> [Chef] = { _ in try Chef.bundled() }
  var answers: OfferAnswers
  public var answerLimit: Duration = .seconds(120)
  public var clock: any Clock<Duration> = ContinuousClock()
  /// How many of the customer's friends recommend each chef; `nil` if no friends are to be asked.
  var recommendations: (@Sendable () async throws -> [Chef.ID: Int])?
  var recommendationLimit: Duration = .seconds(5)
  public var city: @Sendable () throws -> City = City.bundled
  /// What the city's clocks show, for a link, which names no time.
  public var timeZone: TimeZone = .current

  /// Makes adapters from the two that only the app has; kitchens store their answers in `offers`.
  public init(offers: OfferStore, now: @escaping @Sendable () -> Date) {
    self.offers = offers
    self.now = now
    answers = KitchenAnswers(store: offers, clock: clock).answer
  }
}

extension SourcingFlow {
  /// The flow with the component's own adapters, set up by the environment.
  ///
  /// `COOKR_CHEF_ANSWER_SECONDS`, 1 to 600, is how long a chef may take to answer: without it 120, or
  /// 5 for simulated kitchens.
  ///
  /// `COOKR_FACEBOOK_TOKEN` has the chefs whom the customer's friends recommend come first; it is
  /// sent to `COOKR_FACEBOOK_URL`, the public Graph API without it.
  public static func standard(
    offers: OfferStore,
    isSimulated: Bool,
    environment: [String: String],
    now: @escaping @Sendable () -> Date
  ) throws -> SourcingFlow {
    var adapters = SourcingAdapters(offers: offers, now: now)
    if isSimulated {
      adapters.answers = SimulatedAnswers(store: offers, now: now).answer
      adapters.answerLimit = .seconds(5)
    }
    if let seconds = try answerSeconds.value(
      in: environment,
      { Int($0).flatMap { (1...600).contains($0) ? $0 : nil } }
    ) {
      adapters.answerLimit = .seconds(seconds)
    }
    if let settings = try FacebookSettings.read(from: environment) {
      let facebook = FacebookRecommendations(settings, timeout: adapters.recommendationLimit)
      adapters.recommendations = facebook.friends
    }
    return SourcingFlow(adapters)
  }

  private static let answerSeconds = Setting(
    "COOKR_CHEF_ANSWER_SECONDS",
    expected: "seconds from 1 to 600",
    help: "unset it for two minutes, or 5 seconds with simulated kitchens",
    code: .chefsSetting
  )
}
