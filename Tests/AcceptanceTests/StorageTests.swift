import Foundation
import GRDB
import ProgramTesting
import Testing

/// Databases that cannot be used: one clear line, a status of its own, and the file as it was.
@Suite(.freshHome, .timeLimit(.minutes(10)))
struct StorageTests {
  private func order(database: String, patience: String = "5") async throws -> Program.Run {
    try await cookr(
      "order --dish falafel --yes --json --database \(database) --patience \(patience)"
    )
  }

  /// Expects an error line that names the database, and a help line.
  private func expectFailure(_ run: Program.Run, status: Int, naming path: String) {
    #expect(run.status == status)
    #expect(run.output == "")
    let lines = run.error.split(separator: "\n")
    #expect(lines.count == 2, "\(run.error)")
    #expect(lines.first?.hasPrefix("error: ") == true)
    #expect(lines.first?.contains("'\(path)") == true, "\(run.error)")
    #expect(lines.last?.hasPrefix("help: ") == true)
  }

  @Test func `a place that cannot be written is named`() async throws {
    let home = Home.current
    try Data("text".utf8).write(to: URL(filePath: home.path("file")))
    for path in ["file/cookr.sqlite", "missing/cookr.sqlite"].map(home.path) + [
      "/proc/cookr.sqlite"
    ] {
      expectFailure(try await order(database: path), status: 51, naming: path)
    }
  }

  @Test func `a folder is no database`() async throws {
    let path = Home.current.path("folder")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    expectFailure(try await order(database: path), status: 51, naming: path)
  }

  @Test(arguments: [
    (["HOME": "/dev/null"], "cannot create the data folder '/dev/null/.local/share/cookr'"),
    (["XDG_DATA_HOME": "/dev/null"], "cannot create the data folder '/dev/null/cookr'"),
    (["HOME": ""], "neither XDG_DATA_HOME nor HOME is set to an absolute path"),
  ])
  func `a data folder that cannot be made is named`(
    environment: [String: String],
    message: String
  ) async throws {
    let run = try await cookr("orders", environment: environment)
    #expect(run.status == 51)
    #expect(run.error.split(separator: "\n").first ?? "" == "error: \(message)")
  }

  @Test func `the data folder follows XDG_DATA_HOME`() async throws {
    let environment = ["XDG_DATA_HOME": Home.current.path("data")]
    let id = try await placeOrder(environment: environment)
    #expect(FileManager.default.fileExists(atPath: Home.current.path("data/cookr/cookr.sqlite")))
    let run = try await cookr("orders --json", environment: environment)
    #expect(try run.result("orders", [ListedOrder].self).map(\.order.id) == [id])
  }

  @Test func `a database that another program holds is waited for with a limit`() async throws {
    let path = Home.current.path("cookr.sqlite")
    #expect(try await order(database: path).status == 0)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let holder = try DatabaseQueue(path: path, configuration: configuration)
    try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    expectFailure(try await order(database: path, patience: "0.2"), status: 52, naming: path)
    // Who waits long enough gets it.
    async let patient = order(database: path, patience: "30")
    try await holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await patient.status == 0)
    let run = try await cookr("orders --database \(path) --json")
    #expect(try run.result("orders", [ListedOrder].self).count == 2)
  }
}

/// A program that was copied without what belongs beside it.
@Suite(.freshHome)
struct MissingFilesTests {
  @Test(arguments: [
    (["menu"], "menu.json"), (["order", "--dish", "falafel", "--yes"], "menu.json"),
    (["open", "cookr://chef/thai", "--yes"], "city.json"),
  ])
  func `files that are missing are named`(arguments: [String], file: String) async throws {
    let copy = Home.current.path("cookr")
    try FileManager.default.copyItem(atPath: BuiltProducts.programs + "/cookr", toPath: copy)
    try await Program(inHome: copy).run(arguments).fails(
      53,
      "the bundled file '\(file)' cannot be read: it is missing",
      help: "install the app again"
    )
  }
}
