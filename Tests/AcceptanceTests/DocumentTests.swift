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
    let documented = try DocumentedObjects(
      readingFrom: Repository.path("Documentation/reference/cookr-json.md")
    )
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
    var seen: Set<String> = []
    func compare(_ name: String, _ run: Program.Run) throws {
      try #require(run.status == 0, "\(name): \(run.error)")
      let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      #expect(documented.differences(of: document, from: name, seen: &seen) == [])
    }
    for (name, arguments) in runs {
      try compare(name, try await cookr(arguments + ["--json"]))
    }
    // What only who sees a delivery while following, and what goes wrong, shows.
    let followed = try await paidOrder()
    try compare("cookr track", try await cookr("track \(followed) --yes --json"))
    try compare(
      "cookr meal",
      try await cookr(
        "meal --dish falafel --card success --card unreachable --tip 10 --yes --json"
      )
    )
    #expect(documented.members.subtracting(seen) == [])
  }

  @Test func `each document of the kitchen has the members that are documented`() async throws {
    let documented = try DocumentedObjects(
      readingFrom: Repository.path("Documentation/reference/kitchen-json.md")
    )
    let id = try await paidOrder()
    let receiver = try WebhookReceiver(.answering(503))
    _ = try await cookr("order --dish falafel --yes --json", environment: receiver.environment)
    var seen: Set<String> = []
    func compare(_ name: String, _ output: String) throws {
      let document = try JSONSerialization.jsonObject(with: Data(output.utf8))
      #expect(documented.differences(of: document, from: name, seen: &seen) == [])
    }
    let offered = try await OfferedOrder()
    try compare("kitchen orders", try await kitchen("orders --json").output)
    try compare("kitchen accept", try await kitchen("decline \(offered.id) --json").output)
    _ = try await cookr("cancel \(offered.id) --yes")
    _ = try await offered.meal.value
    for step in ["cook", "hand-over"] {
      let run = try await kitchen("\(step) \(id) --json")
      try #require(run.status == 0, "\(step): \(run.error)")
      try compare("kitchen accept", run.output)
    }
    try compare("kitchen orders", try await kitchen("orders --json").output)
    try compare(
      "kitchen updates",
      try await kitchen("updates --json", environment: receiver.environment).output
    )
    try compare("kitchen board", try await BoardProgram().output)
    #expect(documented.members.subtracting(seen) == [])
  }

  @Test func `a link's document is that of its command`() async throws {
    let documented = try DocumentedObjects(
      readingFrom: Repository.path("Documentation/reference/cookr-json.md")
    )
    let id = try await deliveredOrder()
    var seen: Set<String> = []
    for (name, link) in [
      ("cookr order", "cookr://order/lebanese?dish=falafel&quantity=2&flavour=smoky"),
      ("cookr track", "cookr://track/\(id)"),
      ("cookr refund", "cookr://refund/\(id)?amount=1.00"),
      ("cookr open cookr://receipt", "cookr://tip/\(id)"),
    ] {
      let run = try await cookr(["open", link, "--yes", "--json"])
      try #require(run.status == 0, "\(link): \(run.error)")
      let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      #expect(documented.differences(of: document, from: name, seen: &seen) == [])
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
