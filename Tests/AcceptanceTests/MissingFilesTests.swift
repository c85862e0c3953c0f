import Foundation
import ProgramTesting
import Testing

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
