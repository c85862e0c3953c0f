import Foundation
import ProgramTesting
import Testing

/// The built `cookr` on a data folder of its own, as a script runs it.
struct App {
  private let folder: ScratchFolder
  private let cookr: Program

  /// An app that was never started.
  init() throws {
    try self.init(ScratchFolder())
  }

  /// An app whose data begin as a copy of the other's.
  init(copying other: App) throws {
    try self.init(ScratchFolder(copying: other.folder))
  }

  private init(_ folder: ScratchFolder) {
    self.folder = folder
    cookr = Program(
      "cookr",
      in: folder.path,
      environment: [
        "XDG_DATA_HOME": folder.path + "/data",
        "COOKR_PACE": "0",
        "COOKR_CHEF_ANSWER_SECONDS": "1",
        "TZ": timeZone(whereItIs: 18),
      ]
    )
  }

  /// The folder below which the app changes files.
  var data: String { folder.path + "/data" }
  var database: String { data + "/cookr/cookr.sqlite" }

  /// Orders a meal, pays it by the card, follows it to the door and gives a tip by the same card.
  func meal(_ card: Card, _ killSwitch: KillSwitch? = nil) async throws -> Program.Run {
    let order = ["meal", "--dish", "pad-thai", "--quantity", "2", "--flavour", "smoky"]
    return try await cookr.run(order + payment(card), killSwitch: killSwitch)
  }

  /// Goes on with an order.
  func finish(_ order: String, _ card: Card) async throws -> Program.Run {
    try await cookr.run(["meal", "--order", order] + payment(card))
  }

  /// Starts the app again and looks at what is there.
  func orders(_ killSwitch: KillSwitch? = nil) async throws -> Program.Run {
    try await cookr.run(["orders", "--json"], killSwitch: killSwitch)
  }

  /// How many changes to its files a run makes that nothing disturbs.
  func changes(of run: (KillSwitch) async throws -> Program.Run) async throws -> Int {
    let file = folder.path + "/changes"
    _ = try await run(.count(below: data, into: file))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  private func payment(_ card: Card) -> [String] {
    [
      "--tip", "none", "--tip", "yes", "--tip-amount", "2.00",
      "--card", card.rawValue, "--card", card.rawValue, "--yes", "--json",
    ]
  }
}
