import FlowKit

/// Where the recommendations of the customer's friends come from.
protocol FriendRecommendations: Sendable {
  /// How many friends recommend each chef; a chef whom nobody recommends is not named.
  ///
  /// The caller sets the time limit by cancelling the task; this then returns or throws at once.
  ///
  /// - Throws: a `FlowFailure` whose message says why they cannot be known, in words that may be
  ///   shown to anybody.
  func friends() async throws -> [Chef.ID: Int]
}

/// What is known of the friends' recommendations by the time that the chefs are ranked.
struct FriendsOpinion: Sendable, Hashable {
  let friends: [Chef.ID: Int]
  /// Why nothing is known; nil where nothing went wrong.
  let problem: String?

  static let none = FriendsOpinion(friends: [:], problem: nil)

  private init(friends: [Chef.ID: Int], problem: String?) {
    self.friends = friends
    self.problem = problem
  }

  /// Asks, and goes without an answer rather than keep an order waiting: whatever goes wrong is a
  /// ``problem``.
  init(
    from recommendations: any FriendRecommendations,
    within limit: Duration,
    on clock: any Clock<Duration>
  ) async {
    do {
      let friends = try await clock.answer(within: limit) {
        try await recommendations.friends()
      }
      self.init(
        friends: friends ?? [:],
        problem: friends == nil ? "there was no answer within \(limit)" : nil
      )
    } catch let failure as FlowFailure {
      self.init(friends: [:], problem: failure.message)
    } catch {
      self.init(friends: [:], problem: "\(error)")
    }
  }
}
