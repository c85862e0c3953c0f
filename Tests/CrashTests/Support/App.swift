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
    try await cookr.run(["meal", "--demo"] + Self.dishes + payment(card), killSwitch: killSwitch)
  }

  /// Goes on with an order.
  func finish(_ order: String, _ card: Card) async throws -> Program.Run {
    try await cookr.run(["meal", "--demo", "--order", order] + payment(card))
  }

  /// Places the same order.
  func order(_ killSwitch: KillSwitch? = nil) async throws -> Program.Run {
    try await cookr.run(["order"] + Self.dishes + ["--yes", "--json"], killSwitch: killSwitch)
  }

  private static let dishes = ["--dish", "pad-thai", "--quantity", "2", "--flavour", "smoky"]

  /// Orders the same meal, has a simulated kitchen accept it, and pays it.
  ///
  /// - Returns: the order's identifier.
  func paidOrder() async throws -> String {
    let id = try await placedOrder()
    let chef = try await cookr.run(["open", "cookr://chef/thai?order=\(id)", "--demo", "--yes"])
    try #require(chef.status == 0, "\(chef)")
    try await leave(["meal", "--order", id, "--yes"]) { said in said.contains("chef assigned") }
    let entry = try OrderList(try await orders()).onlyOrder()
    return try #require(entry?.status == "chef-assigned" ? entry?.order.id : nil)
  }

  /// Orders the same meal and offers it to a chef; the customer's program is killed then.
  func offeredOrder() async throws -> String {
    let id = try await placedOrder()
    let link = "cookr://chef/thai?order=\(id)"
    let environment = ["COOKR_CHEF_ANSWER_SECONDS": "600"]
    let process = try start(["open", link, "--yes"], environment)
    while try await !kitchen.run(["orders"]).output.contains("offered") {}
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return id
  }

  /// Orders the same meal, which a simulated kitchen delivers.
  func deliveredOrder() async throws -> String {
    try #require(try await meal(.success).status == 0)
    return try #require(try OrderList(try await orders()).onlyOrder()?.order.id)
  }

  private func placedOrder() async throws -> String {
    try #require(try await order().status == 0)
    return try #require(try OrderList(try await orders()).onlyOrder()?.order.id)
  }

  /// Runs the customers' app until it has said something, and ends it.
  private func leave(_ arguments: [String], when isSaid: (String) -> Bool) async throws {
    let line = Pipe()
    let process = try start(arguments, [:], line)
    var said = Data()
    while !isSaid(String(decoding: said, as: UTF8.self)) {
      let more = line.fileHandleForReading.availableData
      if more.isEmpty { break }
      said += more
    }
    process.terminate()
    process.waitUntilExit()
  }

  private func start(
    _ arguments: [String],
    _ more: [String: String],
    _ error: Pipe? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: BuiltProducts.programs + "/cookr")
    process.arguments = arguments
    process.environment = environment.merging(more) { _, more in more }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = error ?? FileHandle.nullDevice
    try process.run()
    return process
  }

  /// An app with an order on which a verb can be tried.
  static func ready(for verb: String) async throws -> (app: App, order: String) {
    let app = try App()
    switch verb {
    case "accept", "decline": return (app, try await app.offeredOrder())
    case "refund": return (app, try await app.deliveredOrder())
    default:
      let order = try await app.paidOrder()
      let steps = ["cook", "hand-over", "deliver"]
      for earlier in steps.prefix(while: { $0 != verb }) where steps.contains(verb) {
        try #require(try await app.take(earlier, of: order).status == 0)
      }
      return (app, order)
    }
  }

  /// Runs a customer's verb, or a step of the kitchen; its `cancel` is called `give-up` here.
  func perform(
    _ verb: String,
    _ order: String,
    _ killSwitch: KillSwitch? = nil
  ) async throws -> Program.Run {
    switch verb {
    case "cancel", "refund": try await giveBack(verb, order, killSwitch)
    case "give-up": try await take("cancel", of: order, killSwitch)
    default: try await take(verb, of: order, killSwitch)
    }
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

  /// What the kitchen's app lists.
  func kitchenOrders() async throws -> Program.Run {
    try await kitchen.run(["orders", "--json"])
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
      "--tip", "10",
      "--card", card.rawValue, "--card", card.rawValue, "--yes", "--json",
    ]
  }
}

extension App {
  /// What a sweep runs on each copy of an app, disturbed by the switch.
  typealias Work = (App, KillSwitch?) async throws -> Program.Run

  /// Runs `work` on a copy of the app for each point of a sweep over the changes that it makes, and
  /// checks what is left.
  ///
  /// - Parameters:
  ///   - tears: whether the change at a point reaches the file by half too.
  ///   - disturb: what happens at a change to the data folder; by default, the program is killed.
  ///   - check: gets the copy, the disturbed run and the point in words.
  func sweep(
    _ work: Work,
    every stride: Int,
    offset: Int = 0,
    tears: Bool = false,
    least: Int = 1,
    by disturb: (Int, String, Bool) -> KillSwitch = KillSwitch.kill(before:below:tearing:),
    check: (App, Program.Run, Comment) async throws -> Void
  ) async throws {
    let rehearsal = try App(copying: self)
    let count = try await rehearsal.changes { try await work(rehearsal, $0) }
    try #require(count >= least)
    for (index, change) in Sweep.points(upTo: count, every: stride, offset: offset).enumerated() {
      for isTorn in tears ? Sweep.tearing(at: index) : [false] {
        let app = try App(copying: self)
        let run = try await work(app, disturb(change, app.data, isTorn))
        try await check(app, run, "change \(change) of \(count), torn: \(isTorn): \(run)")
      }
    }
  }

  /// Each fault of the app's books, and its one order's entry in the list after the next start.
  func checkedOrder(_ point: Comment) async throws -> OrderList.Entry? {
    let entry = try OrderList(try await orders()).onlyOrder()
    let faults = try Books.faults(in: self)
    #expect(faults == [], point)
    return entry
  }
}
