import AppConsole
import Foundation
import ProgramTesting
import Testing

@testable import cookr

/// What the documents in Documentation/ promise, compared with what the built app does.
@Suite(.freshHome)
struct DocumentTests {
  @Test func `each document has the members that are documented, and each of them occurs`()
    async throws
  {
    var documented = try DocumentedObjects(in: "cookr-json.md")
    let id = try await placeOrder()
    let runs = [
      ("cookr menu", ["menu"]),
      ("cookr order", ["order", "--dish", "pad-thai", "--yes"]),
      ("cookr meal", ["meal", "--order", id, "--yes", "--tip", "10"]),
      ("cookr orders", ["orders"]),
      ("cookr track", ["track", id]),
      ("cookr refund", ["refund", id, "--yes"]),
      ("cookr books", ["books", "--entries"]),
      ("cookr flows", ["flows"]),
      ("cookr open cookr://chef", ["open", "cookr://chef/thai", "--yes"]),
      ("cookr open cookr://chef?order", ["open", "cookr://chef/thai?order=\(id)", "--yes"]),
      ("cookr open cookr://receipt", ["open", "cookr://receipt/\(id)"]),
    ]
    for (name, arguments) in runs {
      let run = try await cookr(arguments + ["--json"])
      try #require(run.status == 0, "\(name): \(run.error)")
      try documented.expect(name, run.output)
    }
    // What only who sees a delivery while following, and what goes wrong, shows.
    let followed = try await paidOrder()
    let track = try await cookr("track \(followed) --yes --json")
    try documented.expect("cookr track", track.output)
    let meal = try await cookr(
      "meal --dish falafel --card success --card unreachable --tip 10 --yes --json"
    )
    try documented.expect("cookr meal", meal.output)
    #expect(documented.unseen == [])
  }

  @Test func `each document of the kitchen has the members that are documented`() async throws {
    var documented = try DocumentedObjects(in: "kitchen-json.md")
    let id = try await paidOrder()
    let receiver = try WebhookReceiver(.answering(503))
    _ = try await cookr("order --dish falafel --yes --json", environment: receiver.environment)
    let offered = try await OfferedOrder()
    try documented.expect("kitchen orders", try await kitchen("orders --json").output)
    let declined = try await kitchen("decline \(offered.id) --json")
    try documented.expect("kitchen accept", declined.output)
    _ = try await cookr("cancel \(offered.id) --yes")
    _ = try await offered.meal.value
    for step in ["cook", "hand-over"] {
      let run = try await kitchen("\(step) \(id) --json")
      try #require(run.status == 0, "\(step): \(run.error)")
      try documented.expect("kitchen accept", run.output)
    }
    try documented.expect("kitchen orders", try await kitchen("orders --json").output)
    try documented.expect(
      "kitchen updates",
      try await kitchen("updates --json", environment: receiver.environment).output
    )
    try documented.expect("kitchen board", try await BoardProgram().output)
    #expect(documented.unseen == [])
  }

  @Test func `a link's document is that of its command`() async throws {
    var documented = try DocumentedObjects(in: "cookr-json.md")
    let id = try await deliveredOrder()
    for (name, link) in [
      ("cookr order", "cookr://order/lebanese?dish=falafel&quantity=2&flavour=smoky"),
      ("cookr track", "cookr://track/\(id)"),
      ("cookr refund", "cookr://refund/\(id)?amount=1.00"),
      ("cookr open cookr://receipt", "cookr://tip/\(id)"),
    ] {
      let run = try await cookr(["open", link, "--yes", "--json"])
      try #require(run.status == 0, "\(link): \(run.error)")
      try documented.expect(name, run.output)
    }
  }

  @Test func `the exit statuses are those that are documented`() throws {
    let path = Repository.path("Documentation/reference/exit-statuses.md")
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { $0.count > 2 && Int($0[0]) != nil }
      .map { "\($0[0]) \($0[1])" }
    #expect(rows == ["0 done"] + AppConsole.ExitStatus.allCases.map { "\($0.rawValue) \($0)" })
  }
}
