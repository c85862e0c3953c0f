import Base
import Testing
import Versions

@Suite struct SuggestionTests {
  private let components = ["ChefSourcing", "FlowKit", "OrderProcessing", "Payments"]

  @Test(arguments: [
    ("ChefSourcng", "ChefSourcing"), ("chefsourcing", "ChefSourcing"), ("Payment", "Payments"),
    ("Chef_Sourcing", "ChefSourcing"), ("FlowKti", "FlowKit"), ("PAYMENTS", "Payments"),
  ])
  func `a name mistyped is recognised`(text: String, nearest: String) {
    #expect(Suggestion.nearest(to: text, in: components) == nearest)
  }

  @Test(arguments: ["", "Kitchen", "xxxxxxxx", String(repeating: "Payments", count: 100_000)])
  func `a name that is far from all is not guessed at`(text: String) {
    #expect(Suggestion.nearest(to: text, in: components) == nil)
  }

  @Test func `suggesting one of equally near names takes the first by spelling`() {
    #expect(Suggestion.nearest(to: "abcx", in: ["abcz", "abcy"]) == "abcy")
  }

  @Test(arguments: [
    ("2.4.1-beta", "2.4.1"), ("2.4.7", "2.4.1"), ("2.9.0", "2.5.0"), ("9.0.0", "3.0.0"),
    ("3.0.0-beta.2", "3.0.0"),
  ])
  func `the nearest version shares the most numbers`(version: String, nearest: String) throws {
    let released = try ["1.0.0", "2.4.0", "2.4.1", "2.5.0", "2.6.0-rc.1", "3.0.0", "3.0.0-beta.1"]
      .map { try SemanticVersion($0) }
    #expect(
      try Suggestion.nearest(to: SemanticVersion(version), in: released)?.description == nearest
    )
  }
}
