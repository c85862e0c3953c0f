import FlowKit
import Testing

struct ChoosableTests {
  private struct Oven: Choosable, Hashable {
    let id: String
    let degrees: Int

    var choice: Choice {
      Choice(id: id, label: "Oven \(id)", detail: "\(degrees) °C", aliases: ["\(degrees)"])
    }
  }

  private static let ovens = [Oven(id: "left", degrees: 180), Oven(id: "right", degrees: 220)]

  private let one = Question.chooseOne("oven", "Which?", from: ovens, suggested: ovens[1])
  private let several = Question.chooseSeveral("oven", "Which?", from: ovens, count: 1...2)

  @Test func `a question of values answers the value`() throws {
    #expect(try one.answer(.choice("left")) == Self.ovens[0])
    #expect(try one.answer(.choice("180")) == Self.ovens[0])
    #expect(try one.answer(one.prompt.response(reading: "")) == Self.ovens[1])
    #expect(try several.answer(.choices(["right", "left"])) == [Self.ovens[1], Self.ovens[0]])
  }

  @Test func `a presenter sees the same prompt as of choices`() {
    let choices = Self.ovens.map(\.choice)
    #expect(one.prompt.kind == .chooseOne(choices, suggested: "right"))
    #expect(several.prompt.kind == .chooseSeveral(choices, count: 1...2))
  }

  @Test func `a value that is not offered is refused with the nearest`() {
    let refused = InvalidAnswer("unknown oven 'leff'", help: "did you mean 'left'?")
    #expect(throws: refused) { try one.answer(.choice("leff")) }
    #expect(throws: refused) { try several.answer(.choices(["leff"])) }
    let refusal = InvalidAnswer("'left' is chosen twice for 'oven'", help: "choose each once")
    #expect(throws: refusal) { try several.answer(.choices(["left", "180"])) }
  }
}

struct ChoiceTests {
  private let choice = Choice(
    id: "pad-thai",
    label: "Pad Thai",
    detail: "€11.90",
    keywords: ["noodles", "wok"]
  )

  @Test(arguments: ["", "pad", "THAI noodles", "11.90", "wok pad-"])
  func `each word of a search may occur anywhere`(query: String) {
    #expect(choice.matches(query))
  }

  @Test(arguments: ["pizza", "thai pizza"])
  func `a word that occurs nowhere finds nothing`(query: String) {
    #expect(!choice.matches(query))
  }
}
