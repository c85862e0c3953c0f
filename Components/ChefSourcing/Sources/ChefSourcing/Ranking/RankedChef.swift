package import FlowKit

/// A chef who can cook an order, with the reasons for the rank.
package struct RankedChef: Sendable, Hashable {
  /// Who it is.
  package let chef: Chef
  /// From the kitchen to where the meal goes.
  package let distance: Distance
  /// What the rank is made of.
  package let score: ChefScore
  /// When the chef stops to cook, such as `22:30`; `nil` for one who cooks day and night.
  package let closing: String?

  /// Makes a ranked chef.
  package init(chef: Chef, distance: Distance, score: ChefScore, closing: String? = nil) {
    self.closing = closing
    self.chef = chef
    self.distance = distance
    self.score = score
  }
}

extension RankedChef {
  /// The reasons for the rank, and until when the chef cooks.
  package var explanation: String {
    ([score.explanation] + (closing.map { ["cooks until \($0)"] } ?? [])).joined(separator: ", ")
  }
}

extension RankedChef: Choosable {
  /// The chef, with the reasons for the rank and the fee.
  package var choice: Choice {
    Choice(
      id: chef.id.rawValue,
      label: chef.name,
      detail: "\(explanation), \(chef.fee)",
      keywords: chef.cuisines.map(\.label) + [chef.neighbourhood]
    )
  }
}
