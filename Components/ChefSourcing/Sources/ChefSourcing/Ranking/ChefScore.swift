import FlowKit

/// How well a chef suits an order, as points that explain themselves.
///
/// | part | most | how |
/// |---|---|---|
/// | recommendations | 1,500 | 1,100 where a friend of the customer recommends the chef, and 100 for each further one; no part where none does |
/// | rating | 250 | from 1.00 stars (0) to 5.00 (250), after ten imagined ratings of 4.20 are added, so that one friend's five stars do not beat a hundred customers' 4.9 |
/// | cuisine | 400 | the share of the dishes whose cuisine the chef cooks |
/// | skills | 100 | the share of the dishes in whose names one of the chef's skills occurs |
/// | distance | 150 | from the kitchen's door (150) to 8 km away (0) |
/// | fee | 100 | from nothing (100) to 15.00 in the fee's currency (0) |
///
/// All of it is whole numbers, each division rounded down, so that every machine comes to the same
/// points. A score says nothing about hours or reach: ``ChefRanking`` leaves out who is closed or
/// too far away.
struct ChefScore: Sendable, Hashable {
  let parts: [Part]

  var total: Int {
    parts.reduce(0) { $0 + $1.points }
  }

  /// The words of the parts that have some, such as `4.9 stars, cooks Thai, 1.2 km away`.
  var explanation: String {
    parts.compactMap(\.words).joined(separator: ", ")
  }

  /// One reason for or against a chef.
  struct Part: Sendable, Hashable {
    let points: Int
    /// What to tell the person; nil where it is not worth a word.
    let words: String?
  }
}

extension ChefScore {
  /// Scores a chef, whom that many of the customer's `friends` recommend, for dishes that travel
  /// `distance`.
  init(
    of chef: Chef,
    for dishes: [SourcingRequest.Dish],
    distance: Distance,
    recommendedBy friends: Int = 0
  ) {
    let own = [
      Self.rating(chef.rating),
      Self.cuisine(chef, dishes),
      Self.skills(chef, dishes),
      Self.distance(distance),
      Self.fee(chef.fee),
    ]
    parts = friends > 0 ? [Self.recommendations(friends)] + own : own
  }

  /// One friend outweighs all other parts together.
  private static func recommendations(_ friends: Int) -> Part {
    Part(
      points: 1_000 + 100 * min(friends, 5),
      words: "recommended by \(friends == 1 ? "one" : String(friends)) of your friends"
    )
  }

  private static func rating(_ rating: Rating) -> Part {
    // Beyond some thousands, one more rating changes nothing, and the product must not overflow.
    let count = min(rating.count, 10_000)
    let smoothed = (rating.hundredths * count + 420 * 10) / (count + 10)
    return Part(
      points: 250 * (smoothed - 100) / 400,
      words: rating.description
    )
  }

  private static func cuisine(_ chef: Chef, _ dishes: [SourcingRequest.Dish]) -> Part {
    let cooked = dishes.filter { chef.cuisines.contains($0.cuisine) }
    let missed = dishes.filter { !chef.cuisines.contains($0.cuisine) }
    let words =
      switch (labels(cooked), labels(missed)) {
      case ("", let missing): "new to \(missing)"
      case (let known, ""): "cooks \(known)"
      case (let known, let missing): "cooks \(known) but not \(missing)"
      }
    return Part(
      points: share(cooked.count, of: dishes.count, worth: 400),
      words: words
    )
  }

  private static func skills(_ chef: Chef, _ dishes: [SourcingRequest.Dish]) -> Part {
    let names = dishes.map { $0.name.lowercased() }
    let skills = chef.skills.map { $0.lowercased() }
    let known = names.count { name in skills.contains { name.contains($0) } }
    let used = skills.filter { skill in names.contains { $0.contains(skill) } }
    return Part(
      points: share(known, of: dishes.count, worth: 100),
      words: used.isEmpty ? nil : "known for \(list(used))"
    )
  }

  private static func distance(_ distance: Distance) -> Part {
    let metres = min(distance.metres, 8_000)
    return Part(
      points: 150 * (8_000 - metres) / 8_000,
      words: "\(distance) away"
    )
  }

  private static func fee(_ fee: Money) -> Part {
    let units = Int(min(max(0, fee.minorUnits), 1_500))
    return Part(points: 100 * (1_500 - units) / 1_500, words: nil)
  }

  private static func share(_ count: Int, of all: Int, worth points: Int) -> Int {
    all == 0 ? 0 : points * count / all
  }

  private static func labels(_ dishes: [SourcingRequest.Dish]) -> String {
    var labels: [String] = []
    for dish in dishes where !labels.contains(dish.cuisine.label) {
      labels.append(dish.cuisine.label)
    }
    return list(labels)
  }

  /// "one", "one and two", "one, two and three".
  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
  }
}
