import Foundation
import GRDB
import ProgramTesting
import Testing

/// `cookr meal` from the order to the door, with each of the sandbox's cards.
@Suite(.freshHome)
struct MealTests {
  @Test(arguments: [
    ("success", "4242"), ("timeout-after", "0127"), ("lost-answer", "0135"),
    ("server-error", "0150"),
  ])
  func `a card that is charged brings the meal, and is charged once`(
    card: String,
    digits: String
  ) async throws {
    let run = try await cookr(
      "meal --dish pad-thai --quantity 2 --card \(card) --yes --json"
    )
    let journey = try run.result(Journey.self)
    #expect(journey.timeline.status == "delivered")
    #expect(journey.receipt.card == "Visa •••• \(digits)")
    #expect(journey.tip == Tip(state: "declined", amount: nil))
    #expect(try Ledger.charges(in: Home.current) == [journey.receipt.total.minorUnits])
    #expect(try Ledger.charges(ofSandboxIn: Home.current) == [journey.receipt.total.minorUnits])
  }

  @Test func `the page of a delivered meal says nothing of the time that it will take`()
    async throws
  {
    let run = try await cookr("meal --dish falafel --yes")
    #expect(run.status == 0)
    let labels = run.output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^  ([A-Z][A-Za-z' ]*?)  /#).map { String($0.1) }
    }
    #expect(
      labels == ["Flavour", "Total", "Chef", "Why", "To", "Chef's fee", "Paid", "With", "Status"]
    )
  }

  @Test(arguments: [
    (
      "declined", 30,
      "the card 'Visa •••• 9995' was declined: insufficient funds; nothing was charged",
      "pay with another card"
    ),
    (
      "timeout-before", 31,
      "the payment for order 'ID' was not made: the payment processor did not answer in time; "
        + "nothing was charged",
      "try again, or pay with another card"
    ),
    (
      "unreachable", 31,
      "the payment for order 'ID' was not made: the payment processor cannot be reached; "
        + "nothing was charged",
      "try again, or pay with another card"
    ),
  ])
  func `a card that is not charged leaves the order, to be gone on with`(
    card: String,
    status: Int,
    message: String,
    help: String
  ) async throws {
    let run = try await cookr("meal --dish falafel --card \(card) --yes --json")
    let order = try #require(try await orders().first)
    let id = order.order.id
    run.fails(
      status,
      message.replacing("ID", with: id),
      help: "\(help); order '\(id)' is stored; continue with 'cookr meal --order \(id)'"
    )
    #expect(order.status == "placed")
    #expect(try Ledger.charges(in: Home.current) == [])
    let resumed = try await cookr("meal --order \(id) --yes --json")
    let journey = try resumed.result(Journey.self)
    #expect(journey.order == order.order)
    #expect(try Ledger.charges(in: Home.current) == [journey.receipt.total.minorUnits])
    #expect(try await orders().map(\.status) == ["delivered"])
  }

  @Test func `a tip after delivery is the part of the meal that was named`() async throws {
    let run = try await cookr("meal --dish falafel --tip 10 --yes --json")
    let tip = try run.result(Journey.self).tip
    #expect(tip == Tip(state: "given", amount: Amount(minorUnits: 98)))
  }

  @Test func `'--yes' neither tries a declined card again nor tips twice`() async throws {
    let declined = try await cookr("meal --dish falafel --card declined --yes")
    #expect(declined.status == 30)
    #expect(try Ledger.attempts(atSandboxIn: Home.current) == 1)
    let id = try #require(try await orders().first?.order.id)
    #expect(try await cookr("meal --order \(id) --yes").status == 0)
    for _ in 1...2 {
      let tip = try await cookr("open cookr://tip/\(id) --tip 10 --yes --json")
      #expect(
        try tip.result("receipts", [Receipt].self).map(\.total) == [Amount(minorUnits: 98)]
      )
    }
    #expect(try Ledger.attempts(atSandboxIn: Home.current) == 3)
  }

  @Test func `a delivered order is not paid or cooked again`() async throws {
    let id = try await deliveredOrder()
    try await cookr("meal --order \(id) --yes").fails(
      14,
      "order '\(id)' is already delivered",
      help: "see 'cookr track \(id)'"
    )
    #expect(try Ledger.charges(in: Home.current).count == 1)
  }

  @Test func `flags that no question asked for are named after the meal`() async throws {
    let id = try await placeOrder()
    let run = try await cookr("meal --order \(id) --dish falafel --yes --json")
    #expect(run.status == 0)
    #expect(run.error == "unused: --dish falafel\n")
  }
}

/// `make order`, without the builds: what it runs the app with.
@Suite(.freshHome)
struct FirstOrderTests {
  /// Where `Scripts/order` is, in a folder with a `registry` that checks out nothing and an app that
  /// prints how it is called.
  private func script() throws -> String {
    let folder = URL(filePath: Home.current.folder).appending(path: "clone")
    let files = FileManager.default
    let scripts = folder.appending(path: "Scripts")
    try files.createDirectory(at: scripts, withIntermediateDirectories: true)
    for name in ["app", "order"] {
      let script = scripts.appending(path: name).path
      try files.copyItem(atPath: Repository.path("Scripts/\(name)"), toPath: script)
    }
    for (program, line) in [
      ("Registry/.build/debug/registry", "echo \"  tree  $2 $3\""),
      (".registry/cookr/build/debug/cookr", "echo \"$COOKR_STARTED_BY\" cookr \"$@\""),
    ] {
      let file = folder.appending(path: program)
      try files.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data("#!/bin/sh\n\(line)\n".utf8).write(to: file)
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    return scripts.appending(path: "order").path
  }

  @Test func `the demonstration order is delivered without a terminal`() async throws {
    let run = try await Program(script(), in: Home.current.folder, environment: ["SWIFT": "true"])
      .run([])
    #expect(run.status == 0)
    let words = run.output.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(words.prefix(3) == ["make", "cookr", "meal"])
    // Its orders are not among those of a person.
    #expect(words.suffix(2) == ["--database", ".build/demonstration.sqlite"])
    #expect(run.error.split(separator: "\n").count == 3)
    let meal = try await cookr(Array(words.dropFirst(2).dropLast(2)), isDemo: false)
    #expect(meal.status == 0, "\(meal.error)")
    #expect(meal.output.contains(/\n  Paid +€/))
    #expect(meal.output.contains(/\n  Status +delivered\n/))
  }

  @Test func `at a terminal, the person chooses`() async throws {
    let program = try TerminalProgram(environment: ["SWIFT": "true"], launcher: [script()])
    try await program.expect("make cookr order\n")
    #expect(try await program.end() == 0)
  }
}
