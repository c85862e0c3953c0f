package import FlowKit

/// A chef who can cook an order, with the reasons for the rank.
package struct RankedChef: Sendable, Hashable {
  /// Who it is.
  package let chef: Chef
  /// From the kitchen to where the meal goes.
  package let distance: Distance
  /// What the rank is made of.
  package let score: ChefScore

  /// Makes a ranked chef.
  package init(chef: Chef, distance: Distance, score: ChefScore) {
    self.chef = chef
    self.distance = distance
    self.score = score
  }
}

extension RankedChef: Choosable {
  /// The chef, with the reasons for the rank and the fee.
  package var choice: Choice {
    Choice(
      id: chef.id.rawValue,
      label: chef.name,
      detail: "\(score.explanation), \(chef.fee)",
      keywords: chef.cuisines.map(\.label) + [chef.neighbourhood]
    )
  }
}
