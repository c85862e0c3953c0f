import HTTPTypes
import Sharing

/// The limits on publishing for one token.
///
/// Refused uploads are counted separately, so that mistakes do not use up the limits.
struct PublishLimits: Sendable {
  private let newComponents: RateLimit
  private let newVersions: RateLimit
  private let refusals: RateLimit

  init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
    newComponents = RateLimit(atOnce: 5, thenEvery: .seconds(600), now: now)
    newVersions = RateLimit(atOnce: 30, thenEvery: .seconds(60), now: now)
    refusals = RateLimit(atOnce: 30, thenEvery: .seconds(60), now: now)
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
