/// One of the fourteen allergens that food in the EU must declare (Regulation 1169/2011, annex II).
public enum Allergen: String, Sendable, Hashable, Codable, CaseIterable {
  case gluten
  case crustaceans
  case eggs
  case fish
  case peanuts
  case soya
  case milk
  case treeNuts = "tree-nuts"
  case celery
  case mustard
  case sesame
  case sulphites
  case lupin
  case molluscs

  /// What a person reads.
  public var name: String {
    self == .treeNuts ? "tree nuts" : rawValue
  }
}

extension Allergen: Comparable {
  /// The order in which the regulation lists them.
  public static func < (first: Allergen, second: Allergen) -> Bool {
    first.place < second.place
  }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.endIndex }
}
