import FlowKit

/// The chefs that an order can still be offered to.
struct ChefSearch: Sendable {
  private let request: SourcingRequest
  private let destination: Place
  private let problem: String?
  private var remaining: [RankedChef]
  private var declined = 0
  private var unanswered = 0

  /// How many chefs a person is given to choose from.
  static let offered = 10

  /// Starts with all who can cook; `problem` is why the ranking lacks the friends'
  /// recommendations, nil where it does not.
  init(
    _ ranking: ChefRanking,
    for request: SourcingRequest,
    to destination: Place,
    lacking problem: String?
  ) throws(FlowFailure) {
    self.request = request
    self.destination = destination
    self.problem = problem
    remaining = ranking.chefs
    guard remaining.isEmpty else { return }
    guard ranking.closed > 0 else {
      throw FlowFailure(
        .chefsNone,
        "no chef delivers to '\(destination.name)'; \(ranking.outOfReach) are too far away",
        help: "choose another place"
      )
    }
    let closed = "\(ranking.closed) \(ranking.closed == 1 ? "is" : "are") closed"
    throw FlowFailure(
      .chefsNone,
      "no chef within reach of '\(destination.name)' cooks at \(request.wanted); \(closed)",
      help: "choose another time or another place"
    )
  }

  func chefQuestion() -> Question<RankedChef> {
    let best = remaining.prefix(Self.offered)
    return .chooseOne(
      "chef",
      "Who should cook?",
      from: Array(best),
      suggested: best.first,
      detail: "The best for \(destination.name) at \(request.wanted), best first\(lack).",
      subject: request.orderReference
    )
  }

  private var lack: String {
    problem.map { ", without your friends' recommendations: \($0)" } ?? ""
  }

  /// Leaves out a chef who did not take the order and returns the best of the others.
  mutating func next(
    after candidate: RankedChef,
    _ state: OfferState
  ) throws(FlowFailure) -> RankedChef {
    remaining.removeAll { $0.chef.id == candidate.chef.id }
    if case .declined = state { declined += 1 } else { unanswered += 1 }
    if let next = remaining.first { return next }
    throw FlowFailure(
      .chefsDeclined,
      "no chef within reach of '\(destination.name)' took order '\(request.orderReference)': "
        + "\(declined) declined, \(unanswered) did not answer",
      help: "order again at another time or for another place"
    )
  }
}
