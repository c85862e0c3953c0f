import FlowConsole
import FlowKit
import FlowTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PreviewTests {
  private struct LinkedGreeting: SequentialFlow, LinkedFlow {
    typealias Parameters = String
    typealias Output = String

    static let linkName = "greet"
    static let linkExamples = ["greet/Hello"]

    func parameters(for link: FlowLink) throws -> String {
      try link.expect(pathCount: 1...1, queryNames: [])
      return link.path[0]
    }

    func run(_ greeting: String, on presenter: any Presenter) async throws -> String {
      try await GreetingFlow().run(greeting, on: presenter)
    }
  }

  @Test func `the program's argument takes the example's place`() async {
    let (lines, hasEnded) = await run(["greet/Welcome"])
    #expect(lines == ["\n«Welcome, Ada»"])
    #expect(hasEnded)
  }

  @Test func `backing out is no failure`() async {
    let (lines, hasEnded) = await run([], on: SilentPresenter(.leaves))
    #expect(lines == ["\ncancelled"])
    #expect(hasEnded)
  }

  @Test(arguments: [
    ("greet", "failed: the link's path '' has 0 parts, expected 1 to 1"),
    ("pay/Hello", "failed: the link 'pay/Hello' is for 'pay', expected 'greet'"),
  ])
  func `a link that leads nowhere fails`(link: String, line: String) async {
    let (lines, hasEnded) = await run([link])
    #expect(lines == [line])
    #expect(!hasEnded)
  }

  @Test func `a flow that cannot be made fails`() async {
    let preview = Preview<LinkedGreeting>("greet/Hello", arguments: []) {
      throw FlowFailure(.unavailable, "the oven is off")
    }
    var lines: [String] = []
    let hasEnded = await preview.run(on: ScriptedPresenter([])) { lines.append($0) }
    #expect(lines == ["failed: the oven is off"])
    #expect(!hasEnded)
  }

  private func run(
    _ arguments: [String],
    on presenter: any Presenter = ScriptedPresenter([ScriptedAnswer("name", .text("Ada"))])
  ) async -> (lines: [String], hasEnded: Bool) {
    let preview = Preview(
      "greet/Hello",
      arguments: ["preview"] + arguments,
      describe: { "«\($0)»" },
      makeFlow: { LinkedGreeting() }
    )
    var lines: [String] = []
    let hasEnded = await preview.run(on: presenter) { lines.append($0) }
    return (lines, hasEnded)
  }
}
