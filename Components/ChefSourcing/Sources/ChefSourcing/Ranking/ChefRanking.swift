import FlowKit

/// The chefs who can cook an order, best first, and how many cannot.
struct ChefRanking: Sendable, Hashable {
  /// By ``ChefScore/total``, most first; equals by their identifiers.
  let chefs: [RankedChef]
  /// How many deliver that far but do not cook at that time.
  let closed: Int
  /// How many do not deliver that far, whatever the time.
  let outOfReach: Int

  /// Ranks chefs for dishes that are wanted somewhere at some time, those first whom some of the
  /// customer's `friends` recommend.
  init(
    of chefs: [Chef],
    for dishes: [SourcingRequest.Dish],
    to destination: Coordinates,
    at wanted: LocalTime,
    recommendedBy friends: [Chef.ID: Int] = [:]
  ) {
    var ranked: [RankedChef] = []
    var closed = 0
    var outOfReach = 0
    for chef in chefs {
      let distance = chef.kitchen.distance(to: destination)
      if distance > chef.reach {
        outOfReach += 1
      } else if !chef.hours.contains(wanted) {
        closed += 1
      } else {
        let score = ChefScore(
          of: chef,
          for: dishes,
          distance: distance,
          recommendedBy: friends[chef.id] ?? 0
        )
        ranked.append(
          RankedChef(
            chef: chef,
            distance: distance,
            score: score,
            closing: chef.hours.closing(after: wanted)
          )
        )
      }
    }
    self.chefs = ranked.sorted { first, second in
      let totals = (first.score.total, second.score.total)
      return totals.0 == totals.1
        ? first.chef.id.rawValue < second.chef.id.rawValue : totals.0 > totals.1
    }
    self.closed = closed
    self.outOfReach = outOfReach
  }
}

/// A chef who can cook an order, with the reasons for the rank.
struct RankedChef: Sendable, Hashable {
  let chef: Chef
  let distance: Distance
  let score: ChefScore
  /// When the chef stops to cook, such as `22:30`; `nil` for one who cooks day and night.
  var closing: String?

  var explanation: String {
    ([score.explanation] + (closing.map { ["cooks until \($0)"] } ?? [])).joined(separator: ", ")
  }
}

extension RankedChef: Choosable {
  var choice: Choice {
    Choice(
      id: chef.id.rawValue,
      label: chef.name,
      detail: "\(explanation), \(chef.fee)",
      keywords: chef.cuisines.map(\.label) + [chef.neighbourhood]
    )
  }
}
