#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// All that finding a chef needs from outside; each part is the component's own unless replaced.
public struct SourcingAdapters: Sendable {
  /// Keeps who cooks what.
  public var assignments: any AssignmentStore
  /// The moment that assignments are dated with.
  public var now: @Sendable () -> Date
  /// Where the chefs come from.
  public var directory: any ChefDirectory = BundledChefDirectory()
  /// How chefs are asked.
  public var offers: any ChefOffers = BundledChefOffers()
  /// How long a chef may take to answer.
  public var answerLimit: Duration = .seconds(5)
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
  /// Makes the order's reference for a link that names none.
  public var makeReference: @Sendable () -> String = { UUID().uuidString.lowercased() }

  /// Makes adapters from the two that only the app has.
  public init(assignments: any AssignmentStore, now: @escaping @Sendable () -> Date) {
    self.assignments = assignments
    self.now = now
  }
}
