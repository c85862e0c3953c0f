public import FlowKit

/// Shows who would cook a meal, best first; no chef is asked, and nothing is stored.
public struct ChefListFlow: SequentialFlow {
  public typealias Parameters = SourcingRequest
  public typealias Output = [ListedChef]

  private let adapters: SourcingAdapters

  public init(of flow: SourcingFlow) {
    adapters = flow.adapters
  }

  public func run(
    _ request: SourcingRequest,
    on presenter: any Presenter
  ) async throws -> [ListedChef] {
    let (ranking, destination, problem) = try await adapters.ranking(for: request, on: presenter)
    // Fails with the reasons if nobody would cook.
    _ = try ChefSearch(ranking, for: request, to: destination, lacking: problem)
    let chefs = ranking.chefs.prefix(ChefSearch.offered).map { ranked in
      ListedChef(
        id: ranked.chef.id,
        name: ranked.chef.name,
        explanation: ranked.explanation,
        fee: ranked.chef.fee
      )
    }
    let page = Page(
      title: "Chefs for \(destination.name)",
      lines: chefs.map { .field($0.name, "\($0.explanation), \($0.fee)") }
        + [.gap, .text("No chef was asked: order a meal to ask one.", role: .muted)]
    )
    try await presenter.show(page, key: "chefs", waits: true)
    return chefs
  }
}

/// A chef as the list shows them.
public struct ListedChef: Sendable, Hashable {
  public let id: Chef.ID
  public let name: String
  public let explanation: String
  public let fee: Money
}
