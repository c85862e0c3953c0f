import FlowKit
import Testing

struct NearestTests {
  private static let dishes = ["pad-thai", "pizza", "tom-kha", "mango-sticky-rice", "chana-masala"]

  @Test(arguments: [
    ("padthai", ["pad-thai"]), ("PIZZA", ["pizza"]), ("piza", ["pizza"]), ("pa", ["pad-thai"]),
    ("rice", ["mango-sticky-rice"]), ("masala", ["chana-masala"]), ("soup", []), ("", []),
    ("x", []),
  ])
  func `what was probably meant is found`(word: String, found: [String]) {
    #expect(nearest(to: word, among: Self.dishes) == found)
  }

  @Test func `at most three are named, the best first`() {
    #expect(
      nearest(to: "tea", among: ["tee", "tbx", "tea", "teas", "tel"]) == ["tea", "teas", "tee"]
    )
  }

  @Test func `a word beyond all reason is compared with nothing`() {
    let word = String(repeating: "a", count: 65)
    #expect(nearest(to: word, among: [word]) == [])
  }
}
