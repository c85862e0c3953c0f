import Testing

@testable import ChefSourcing

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
    let expected = ChefScore.Part(
      .recommendations,
      points: points,
      maximum: 1_500,
      words: "recommended by \(number) of your friends"
    )
    #expect(score.parts.first == expected)
    #expect(
      score.explanation
        == "recommended by \(number) of your friends, 4.9 stars, cooks Thai, 1.1 km away"
    )
  }

  @Test func `recommendations of others change nothing`() {
    let plain = ChefRanking(
      of: chefs,
      for: [Sample.greenCurry],
      to: Sample.market.coordinates,
      at: Sample.evening
    )
    #expect(rank(chefs, ["somebody-else": 5, "anna": 0, "bruno": -1]) == plain)
  }

  @Test func `a recommendation opens no closed kitchen and makes no reach longer`() {
    let mornings = Sample.hours([.friday], "08:00-12:00")
    let chefs = [Sample.chef("closed", hours: mornings), Sample.chef("far", east: 1)]
    let ranking = rank(chefs, ["closed": 5, "far": 5])
    #expect(ranking.chefs == [])
    #expect(ranking.closed == 1)
    #expect(ranking.outOfReach == 1)
  }

  private func rank(_ chefs: [Chef], _ friends: [String: Int]) -> ChefRanking {
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
}
