import Foundation
import ProgramTesting
import Testing

/// The built `cookr` and `kitchen` on a data folder of their own, as a script runs them.
struct App {
  private let folder: ScratchFolder
  private let environment: [String: String]
  private let cookr: Program
  private let kitchen: Program

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
    environment = [
      "XDG_DATA_HOME": folder.path + "/data",
      "COOKR_PACE": "0",
      "COOKR_CHEF_ANSWER_SECONDS": "1",
      "TZ": timeZone(whereItIs: 18),
    ]
    cookr = Program("cookr", in: folder.path, environment: environment)
    kitchen = Program("kitchen", in: folder.path, environment: environment)
  }

  /// The folder below which the app changes files.
  var data: String { folder.path + "/data" }
  var database: String { data + "/cookr/cookr.sqlite" }

  /// Orders a meal, pays it by the card, follows it to the door and gives a tip by the same card.
  func meal(_ card: Card, _ killSwitch: KillSwitch? = nil) async throws -> Program.Run {
    let order = ["meal", "--demo", "--dish", "pad-thai", "--quantity", "2", "--flavour", "smoky"]
    return try await cookr.run(order + payment(card), killSwitch: killSwitch)
  }

  /// Goes on with an order.
  func finish(_ order: String, _ card: Card) async throws -> Program.Run {
    try await cookr.run(["meal", "--demo", "--order", order] + payment(card))
  }

  /// Places the same order.
  func order(_ killSwitch: KillSwitch? = nil) async throws -> Program.Run {
    try await cookr.run(
      [
        "order", "--dish", "pad-thai", "--quantity", "2", "--flavour", "smoky", "--yes", "--json",
      ],
      killSwitch: killSwitch
    )
  }

  /// Orders the same meal and pays it, while no kitchen is at work.
  ///
  /// - Returns: the order's identifier.
  func paidOrder() async throws -> String {
    let process = Process()
    let line = Pipe()
    process.executableURL = URL(filePath: BuiltProducts.programs + "/cookr")
    process.arguments = [
      "meal", "--dish", "pad-thai", "--quantity", "2", "--flavour", "smoky", "--yes",
    ]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = line
    try process.run()
    var said = Data()
    while !String(decoding: said, as: UTF8.self).contains("chef assigned") {
      let more = line.fileHandleForReading.availableData
      if more.isEmpty { break }
      said += more
    }
    process.terminate()
    process.waitUntilExit()
    let entry = try OrderList(try await orders()).onlyOrder()
    return try #require(entry?.status == "chef-assigned" ? entry?.order.id : nil)
  }

  /// Runs `cancel`, or `refund` with all that was paid.
  func giveBack(
    _ verb: String,
    _ order: String,
    _ killSwitch: KillSwitch? = nil
  ) async throws -> Program.Run {
    try await cookr.run([verb, order, "--yes", "--json"], killSwitch: killSwitch)
  }

  /// Takes a step of the kitchen, such as `hand-over`.
  func take(
    _ step: String,
    of order: String,
    _ killSwitch: KillSwitch? = nil
  ) async throws -> Program.Run {
    try await kitchen.run([step, order, "--json"], killSwitch: killSwitch)
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
