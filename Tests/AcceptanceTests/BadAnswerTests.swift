import ProgramTesting
import Testing

/// Answers that no question takes: one clear line, a status of its own, and nothing stored.
@Suite(.freshHome)
struct BadAnswerTests {
  @Test(
    arguments: [
      (
        "order --dish pad-tai", "unknown dish 'pad-tai', given by --dish",
        "did you mean 'pad-thai'?"
      ),
      (
        "order --dish falafel --flavour petrol", "unknown flavour 'petrol', given by --flavour",
        "choose one of classic, smoky, fiery, herby, citrus, garlicky, umami, sweet-and-sour"
      ),
      (
        "order --dish falafel --quantity -1",
        "quantity -1 is out of range, expected 1 to 20, given by --quantity", nil
      ),
      (
        "meal --dish falafel --quantity=-1",
        "quantity -1 is out of range, expected 1 to 20, given by --quantity", nil
      ),
      ("order --dish ", "0 chosen for 'dish', expected 1 to 12, given by --dish", nil),
      (
        "meal --dish falafel --dish falafel",
        "'falafel' is chosen twice for 'dish', given by --dish", "choose each once"
      ),
      // Answers to later questions.
      (
        "meal --dish falafel --card declined --card sucess",
        "unknown card 'sucess', given by --card", "did you mean 'success'?"
      ),
      ("meal --dish falafel --tip 20", "unknown tip '20', given by --tip", "did you mean '10'?"),
      (
        "meal --dish falafel --place old-harbor", "unknown place 'old-harbor', given by --place",
        "did you mean 'old-harbour'?"
      ),
      (
        "meal --dish falafel --chef layla-hadad", "unknown chef 'layla-hadad', given by --chef",
        "did you mean 'layla-haddad'?"
      ),
    ] as [(String, String, String?)]
  )
  func `a refused answer is named, with what was expected, before an order is placed`(
    line: String,
    message: String,
    help: String?
  ) async throws {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    try await cookr(words + ["--yes", "--json"]).fails(10, message, help: help)
    #expect(try await orders() == [])
  }

  @Test func `a chef who is not offered is refused before an order is placed`() async throws {
    // The kitchen does not deliver that far.
    let run = try await cookr(
      "meal --dish falafel --place gull-point --chef niran-chaiya --yes --json"
    )
    #expect(run.status == 10)
    #expect(run.error.hasPrefix("error: unknown chef 'niran-chaiya', given by --chef\n"))
    #expect(try await orders() == [])
  }

  @Test func `a refused line is named by its number`() async throws {
    try await cookr("order", input: "falafel\nmany\n").fails(
      10,
      "quantity 'many' is no whole number this app can count, given for 'quantity' by line 2 of "
        + "the input"
    )
    #expect(try await orders() == [])
  }

  /// Orders a falafel by lines, the first of which answers whether to order it.
  private func meal(
    _ flags: [String] = [],
    lines: [String],
    isDemo: Bool = true
  ) async throws -> Program.Run {
    try await cookr(
      ["meal", "--dish", "falafel", "--quantity", "1", "--flavour", "smoky"] + flags,
      input: (["yes"] + lines).map { "\($0)\n" }.joined(),
      environment: isDemo ? [:] : ["COOKR_CHEF_ANSWER_SECONDS": "600"],
      isDemo: isDemo
    )
  }

  @Test(arguments: [
    (["old-harbor"], 10, "unknown place 'old-harbor', given for 'place' by line 2 of the input"),
    (
      ["old-harbour", "layla-hadad"], 10,
      "unknown chef 'layla-hadad', given for 'chef' by line 3 of the input"
    ),
    (["old-harbour"], 11, "no answer to 'chef'"),
  ])
  func `a wrong or missing line is refused before an order is placed`(
    lines: [String],
    status: Int,
    message: String
  ) async throws {
    let run = try await meal(lines: lines)
    #expect(run.status == status)
    #expect(run.error.hasPrefix("error: \(message)"))
    #expect(try await orders() == [])
  }

  @Test(arguments: [
    (["sucess"], 10, "unknown card 'sucess', given for 'card' by line 4 of the input"),
    ([], 11, "no answer to 'card'"),
  ])
  func `an order whose payment has no valid answer is taken back`(
    lines: [String],
    status: Int,
    message: String
  ) async throws {
    async let running = meal(lines: ["old-harbour", "layla-haddad"] + lines, isDemo: false)
    let id = try await offeredOrder()
    #expect(try await kitchen("accept \(id)").status == 0)
    let run = try await running
    #expect(run.status == status)
    #expect(run.error.contains("error: \(message)"))
    let orders = try await orders()
    #expect(orders.map(\.status) == ["cancelled"])
    #expect(orders.map(\.order.id) == [id])
    #expect(run.error.hasSuffix("; order '\(id)' is cancelled, and nothing was charged\n"))
  }

  @Test func `order reports an unknown dish without its control characters`() async throws {
    let run = try await cookr(["order", "--dish", "\u{1B}[31m\u{FFFD}\u{202E}x", "--yes"])
    #expect(run.status == 10)
    #expect(run.error.hasPrefix("error: unknown dish '�[31m�x', given by --dish\nhelp: "))
  }
}
