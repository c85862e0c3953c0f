import FlowKit
import Testing

@testable import ChefSourcing

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
