/// A chef who can cook an order, with the reasons for the rank.
public struct RankedChef: Sendable, Hashable {
  /// Who it is.
  public let chef: Chef
  /// From the kitchen to where the meal goes.
  public let distance: Distance
  /// What the rank is made of.
  public let score: ChefScore

  /// Makes a ranked chef.
  public init(chef: Chef, distance: Distance, score: ChefScore) {
    self.chef = chef
    self.distance = distance
    self.score = score
  }
}
