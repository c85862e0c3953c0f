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

@Suite struct ChefScoreTests {
  private let curry = Sample.greenCurry
  private let pizza = SourcingRequest.Dish(name: "Pizza Margherita", cuisine: Sample.italian)

  @Test func `each part is visible with its points and its words`() {
    let chef = Sample.chef(
      "anna",
      skills: ["curry", "noodles"],
      stars: 491,
      ratings: 318,
      fee: 590
    )
    let score = ChefScore(of: chef, for: [curry, pizza], distance: Distance(metres: 1_240))
    #expect(
      score.parts == [
        ChefScore.Part(points: 242, words: "4.9 stars"),
        ChefScore.Part(points: 200, words: "cooks Thai but not Italian"),
        ChefScore.Part(points: 50, words: "known for curry"),
        ChefScore.Part(points: 126, words: "1.2 km away"),
        ChefScore.Part(points: 60, words: nil),
      ]
    )
    #expect(score.total == 678)
    #expect(
      score.explanation == "4.9 stars, cooks Thai but not Italian, known for curry, 1.2 km away"
    )
  }

  @Test func `a perfect chef has all points, the worst none`() {
    let best = Sample.chef("best", skills: ["curry"], stars: 500, ratings: .max, fee: 0)
    let top = ChefScore(of: best, for: [curry], distance: Distance(metres: 0))
    // The imagined ratings keep the last point from everybody.
    #expect(top.total == 1_000 - 1)
    let worst = Sample.chef("worst", cuisines: [], stars: 100, ratings: .max, fee: .max)
    let bottom = ChefScore(of: worst, for: [curry], distance: Distance(metres: .max))
    #expect(bottom.total == 0)
  }

  @Test(arguments: [
    (500, 1, 204), (490, 100, 239), (0, 0, 200), (420, 1, 200), (100, 1, 181), (300, 10_000, 125),
  ])
  func `few ratings count for less than many`(hundredths: Int, count: Int, points: Int) {
    let chef = Sample.chef("anna", stars: hundredths, ratings: count)
    let score = ChefScore(of: chef, for: [curry], distance: Distance(metres: 0))
    #expect(score.parts.first?.points == points)
  }

  @Test(arguments: [
    ([Sample.thai], ["Thai", "Thai"], "cooks Thai", 400),
    ([Sample.thai, Sample.italian], ["Thai", "Italian"], "cooks Thai and Italian", 400),
    ([Sample.thai], ["Thai", "Italian", "Greek"], "cooks Thai but not Italian and Greek", 133),
    ([], ["Thai", "Italian", "Middle Eastern"], "new to Thai, Italian and Middle Eastern", 0),
  ])
  func `cuisines count by the share of the dishes`(
    cooked: [Cuisine],
    wanted: [String],
    words: String,
    points: Int
  ) {
    let dishes = wanted.map {
      SourcingRequest.Dish(name: "Dish", cuisine: Cuisine(rawValue: $0))
    }
    let chef = Sample.chef("anna", cuisines: cooked)
    let score = ChefScore(of: chef, for: dishes, distance: Distance(metres: 0))
    #expect(score.parts[1] == ChefScore.Part(points: points, words: words))
  }

  @Test(arguments: [(0, 150), (1, 149), (4_000, 75), (7_999, 0), (8_000, 0), (Int.max, 0)])
  func `distance counts down to eight kilometres`(metres: Int, points: Int) {
    let distance = Distance(metres: metres)
    let score = ChefScore(of: Sample.chef("anna"), for: [curry], distance: distance)
    #expect(score.parts[3].points == points)
  }

  @Test(arguments: [(0, 100), (750, 50), (1_500, 0), (1_501, 0), (-1, 100), (Int64.max, 0)])
  func `the fee counts down to fifteen`(fee: Int64, points: Int) {
    let chef = Sample.chef("anna", fee: fee)
    let score = ChefScore(of: chef, for: [curry], distance: Distance(metres: 0))
    #expect(score.parts[4].points == points)
  }

  @Test(arguments: [
    (491, 1, "4.9 stars"), (495, 1, "5.0 stars"), (494, 1, "4.9 stars"), (500, 9, "5.0 stars"),
    (100, 1, "1.0 stars"), (99, 1, "no ratings yet"), (501, 1, "no ratings yet"),
    (450, 0, "no ratings yet"),
  ])
  func `a rating is said in tenths of a star`(hundredths: Int, count: Int, words: String) {
    let rating = Rating(hundredths: hundredths, count: count) ?? .none
    #expect(rating.description == words)
  }
}
