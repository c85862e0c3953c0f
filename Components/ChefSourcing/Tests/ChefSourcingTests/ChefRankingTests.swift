@testable import ChefSourcing
import Testing

@Suite struct ChefRankingTests {
  private let curry = Sample.greenCurry

  @Test func `the best score comes first and equals by their identifiers`() {
    let chefs = [
      Sample.chef("dora"), Sample.chef("anna"), Sample.chef("carla", stars: 480),
      Sample.chef("bruno", cuisines: [Sample.italian], stars: 500),
    ]
    #expect(names(rank(chefs)) == ["carla", "anna", "dora", "bruno"])
  }

  @Test func `the order of the directory does not matter`() {
    var random = SplitMix(state: 3)
    let chefs = (0..<40).map { number in
      Sample.chef("chef-\(number)", east: Double(number % 7) / 1_000, stars: 400 + number % 5)
    }
    let expected = rank(chefs)
    for _ in 0..<50 {
      #expect(rank(chefs.shuffled(using: &random)) == expected)
    }
  }

  @Test func `who is out of reach or closed is counted, each once`() {
    let evenings = Sample.hours([.friday], "17:00-22:00")
    let chefs = [
      Sample.chef("open", hours: evenings),
      Sample.chef("closed", hours: Sample.hours([.friday], "08:00-12:00")),
      Sample.chef("on-sunday", hours: Sample.hours([.sunday], "17:00-22:00")),
      Sample.chef("far", east: 0.05),
      Sample.chef("far-and-closed", east: 0.05, hours: Sample.hours([.sunday], "08:00-12:00")),
    ]
    let ranking = rank(chefs)
    #expect(names(ranking) == ["open"])
    #expect(ranking.closed == 2)
    #expect(ranking.outOfReach == 2)
  }

  @Test(arguments: [(1_112, true), (1_111, false)])
  func `reach ends after its last metre`(reach: Int, isReached: Bool) {
    let ranking = rank([Sample.chef("anna", reach: reach)])
    #expect(ranking.chefs.isEmpty != isReached)
    #expect(ranking.outOfReach == (isReached ? 0 : 1))
  }

  private func rank(_ chefs: [Chef]) -> ChefRanking {
    ChefRanking(of: chefs, for: [curry], to: Sample.market.coordinates, at: Sample.evening)
  }

  private func names(_ ranking: ChefRanking) -> [String] {
    ranking.chefs.map(\.chef.id.rawValue)
  }
}
