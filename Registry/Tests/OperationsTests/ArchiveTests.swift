import Base
import Foundation
import Content
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct ArchiveTests {
  let scratch = Scratch.current

  private func archive(to path: String, replaces: Bool = false) throws {
    _ = try WriteArchive(component: "Menu", version: SemanticVersion("1.0.0"))
      .run(in: scratch.workspace(), toFile: path, replaces: replaces)
  }

  @Test func `another file at its place is replaced where that is wanted`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let path = scratch.folder + "/menu.zip"
    try archive(to: path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    try Data("old".utf8).write(to: URL(filePath: path))
    #expect(code { try archive(to: path) } == "path-taken")
    try archive(to: path, replaces: true)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test func `archive refuses a target that is no file, and leaves it as it is`() throws {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let files = FileManager.default
    let path = scratch.folder + "/menu.zip"
    try files.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    #expect(code { try archive(to: path) } == "input-output")
    #expect(try files.destinationOfSymbolicLink(atPath: path) == "/dev/null")
    try files.removeItem(atPath: path)
    try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(code { try archive(to: path) } == "input-output")
    let left = try files.contentsOfDirectory(atPath: scratch.folder)
    #expect(left.filter { $0.hasPrefix("menu.zip") } == ["menu.zip"])
  }
}
