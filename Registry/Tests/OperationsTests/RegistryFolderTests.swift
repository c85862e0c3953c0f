import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing
import Model

/// The folder of what can be made anew, which git passes over.
@Suite(.scratchRepository)
struct RegistryFolderTests {
  private static let names = [".gitignore", ".manifest.schema.json", "cache"]

  private func prepare() throws -> [String] {
    let scratch = Scratch.current
    _ = try scratch.workspace().cacheFolder("test")
    #expect(try scratch.git("status", "--porcelain") == "")
    return try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/.registry").sorted()
  }

  @Test(arguments: ["", "*", "*\n", "# mine\n*\n"])
  func `preparing the folder repairs an empty ignore file and keeps any other`(_ content: String)
    throws
  {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try scratch.write(content, to: ".registry/.gitignore")
    #expect(try prepare() == Self.names)
    #expect(try scratch.read(".registry/.gitignore") == (content.isEmpty ? "*\n" : content))
  }

  @Test func `many runs at once make it, and leave nothing beside it`() async throws {
    let scratch = Scratch.current
    try scratch.makeMonorepo()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 { group.addTask { _ = try prepare() } }
      try await group.waitForAll()
    }
    #expect(try prepare() == Self.names)
    #expect(try scratch.read(".registry/.gitignore") == "*\n")
  }
}
