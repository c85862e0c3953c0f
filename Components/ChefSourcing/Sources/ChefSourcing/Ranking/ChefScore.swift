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
package struct ChefScore: Sendable, Hashable {
  /// In the order in which the explanation names them.
  package let parts: [Part]

  /// Adds up parts.
  package init(parts: [Part]) {
    self.parts = parts
  }

  /// The sum of the points; more is better.
  package var total: Int {
    parts.reduce(0) { $0 + $1.points }
  }

  /// The words of the parts that have some, such as `4.9 stars, cooks Thai, 1.2 km away`.
  package var explanation: String {
    parts.compactMap(\.words).joined(separator: ", ")
  }

  /// One reason for or against a chef.
  package struct Part: Sendable, Hashable {
    /// What was looked at.
    package let name: Name
    /// How well the chef did, 0 to ``maximum``.
    package let points: Int
    /// The most that can be had.
    package let maximum: Int
    /// What to tell the person; nil where it is not worth a word.
    package let words: String?

    /// Makes a part; points beyond 0 and `maximum` are cut off.
    package init(_ name: Name, points: Int, maximum: Int, words: String?) {
      self.name = name
      self.points = min(max(0, points), maximum)
      self.maximum = maximum
      self.words = words
    }
  }
}

extension ChefScore.Part {
  /// An open set of things to look at.
  package struct Name: RawRepresentable, Sendable, Hashable {
    /// The stable name.
    package let rawValue: String

    /// Makes a name.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// What the customer's friends thought.
    static let recommendations = Name(rawValue: "recommendations")
    /// What customers thought.
    package static let rating = Name(rawValue: "rating")
    /// Whether the chef cooks the dishes' cuisines.
    package static let cuisine = Name(rawValue: "cuisine")
    /// Whether the chef is known for such dishes.
    package static let skills = Name(rawValue: "skills")
    /// How far the kitchen is.
    package static let distance = Name(rawValue: "distance")
    /// What the chef takes.
    package static let fee = Name(rawValue: "fee")
  }
}
