import HTTPTypes
import Sharing

/// The limits on publishing for one token.
///
/// Refused uploads are counted separately, so that mistakes do not use up the limits.
package struct PublishLimits: Sendable {
  private let newComponents: RateLimit
  private let newVersions: RateLimit
  private let refusals: RateLimit

  /// How many releases a token may publish in an hour, all at once or one after the other.
  package struct Rates: Sendable {
    /// The first of a component: a monorepo may bring hundreds, a typing error none.
    package var newComponents = 500
    /// Of a component that is known.
    package var newVersions = 5_000

    package init() {}
  }

  init(_ rates: Rates, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    newComponents = Self.limit(rates.newComponents, now)
    newVersions = Self.limit(rates.newVersions, now)
    refusals = RateLimit(atOnce: 30, thenEvery: .seconds(60), now: now)
  }

  private static func limit(
    _ count: Int,
    _ now: @escaping @Sendable () -> ContinuousClock.Instant
  ) -> RateLimit {
    RateLimit(atOnce: count, thenEvery: .seconds(3600) / count, now: now)
  }

  /// Runs `publish` if the limits permit it.
  func counting<Result>(
    _ token: Token,
    isNew: Bool,
    _ publish: () async throws -> Result
  ) async throws -> Result {
    let limit = isNew ? newComponents : newVersions
    try limit.check(token.name)
    try refusals.check(token.name)
    do {
      let result = try await publish()
      try limit.take(token.name)
      return result
    } catch let problem as Problem {
      if problem.isRefusal { try refusals.take(token.name) }
      throw problem
    }
  }
}

extension Problem {
  /// Whether it counts as a refused upload; sending an existing release again does not.
  fileprivate var isRefusal: Bool {
    status.kind == .clientError && !isIdentical
  }
}
