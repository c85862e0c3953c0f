import FlowKit
import FlowTesting
import Testing

@testable import ChefSourcing

@Suite struct ChefRankingTests {
  @Test func `the best score comes first and equals by their identifiers`() {
    let chefs = [
      Sample.chef("dora"), Sample.chef("anna"), Sample.chef("carla", stars: 480),
      Sample.chef("bruno", cuisines: [Sample.italian], stars: 500),
    ]
    #expect(names(rank(chefs)) == ["carla", "anna", "dora", "bruno"])
  }

  @Test func `the order of the directory does not matter`() {
    var random = SeededGenerator(seed: 3)
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
}

@Suite struct RecommendedRankingTests {
  private let chefs = [
    Sample.chef("anna", stars: 490), Sample.chef("bruno", stars: 480),
    Sample.chef("carla", stars: 470), Sample.chef("dora", stars: 460),
  ]

  @Test func `who is recommended comes first, by more friends before by fewer`() {
    let ranking = rank(chefs, ["dora": 1, "carla": 2])
    #expect(names(ranking) == ["carla", "dora", "anna", "bruno"])
  }

  @Test func `the worst chef whom one friend recommends comes before the best of the others`() {
    let chefs = [
      Sample.chef("best", skills: ["curry"], east: 0, stars: 500, ratings: 10_000, fee: 0),
      Sample.chef("worst", cuisines: [], east: 0.04, stars: 100, ratings: 10_000, fee: 9_999),
    ]
    #expect(names(rank(chefs, ["worst": 1])) == ["worst", "best"])
  }

  @Test func `chefs whom equally many friends recommend are ranked as ever`() {
    let ranking = rank(chefs.reversed(), ["anna": 3, "bruno": 3, "carla": 3, "dora": 3])
    #expect(names(ranking) == ["anna", "bruno", "carla", "dora"])
  }

  @Test(arguments: [
    (1, 1_100, "one"), (2, 1_200, "2"), (5, 1_500, "5"), (6, 1_500, "6"),
    (Int.max, 1_500, "9223372036854775807"),
  ])
  func `the score says how many friends recommend a chef`(
    friends: Int,
    points: Int,
    number: String
  ) throws {
    let ranking = rank([chefs[0]], ["anna": friends])
    let score = try #require(ranking.chefs.first).score
    let words = "recommended by \(number) of your friends"
    #expect(score.parts.first == ChefScore.Part(points: points, words: words))
    #expect(
      score.explanation
        == "recommended by \(number) of your friends, 4.9 stars, cooks Thai, 1.1 km away"
    )
  }

  @Test func `recommendations of others change nothing`() {
    #expect(rank(chefs, ["somebody-else": 5, "anna": 0, "bruno": -1]) == rank(chefs))
  }

  @Test func `a recommendation opens no closed kitchen and makes no reach longer`() {
    let mornings = Sample.hours([.friday], "08:00-12:00")
    let chefs = [Sample.chef("closed", hours: mornings), Sample.chef("far", east: 1)]
    let ranking = rank(chefs, ["closed": 5, "far": 5])
    #expect(ranking.chefs == [])
    #expect(ranking.closed == 1)
    #expect(ranking.outOfReach == 1)
  }
}

private func rank(_ chefs: [Chef], _ friends: [String: Int] = [:]) -> ChefRanking {
  let pairs = friends.map { (Chef.ID(rawValue: $0.key), $0.value) }
  return ChefRanking(
    of: chefs,
    for: [Sample.greenCurry],
    to: Sample.market.coordinates,
    at: Sample.evening,
    recommendedBy: Dictionary(uniqueKeysWithValues: pairs)
  )
}

private func names(_ ranking: ChefRanking) -> [String] {
  ranking.chefs.map(\.chef.id.rawValue)
}
