import Foundation
import ProgramTesting
import Testing

/// A program that was copied without what belongs beside it.
@Suite(.freshHome)
struct MissingFilesTests {
  /// Runs a copy of the program that has none of the components' resources beside it.
  private func run(_ arguments: [String]) throws -> (status: Int32, error: String) {
    let copy = Home.current.path("cookr")
    try FileManager.default.copyItem(atPath: BuiltProducts.programs + "/cookr", toPath: copy)
    let process = Process()
    let error = Pipe()
    process.executableURL = URL(filePath: copy)
    process.arguments = arguments
    process.environment = ["HOME": Home.current.folder, "PATH": "/usr/bin:/bin"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = error
    try process.run()
    let text = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test(arguments: [
    (["menu"], "menu.json"), (["order", "--dish", "falafel", "--yes"], "menu.json"),
    (["open", "cookr://chef/thai", "--yes"], "city.json"),
  ])
  func `files that are missing are named`(arguments: [String], file: String) throws {
    let run = try run(arguments)
    #expect(run.status == 53)
    #expect(
      run.error == """
        error: the bundled file '\(file)' cannot be read: it is missing
        help: install the app again

        """
    )
  }
}
