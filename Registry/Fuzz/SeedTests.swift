import Foundation
import Testing

/// The inputs that `make fuzz` starts from, each read once by what it is for.
struct SeedTests {
  private static let seeds = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Seeds")

  @Test(arguments: FuzzTarget.allCases)
  func `a fuzz target reads its seeds, and no input at all`(target: FuzzTarget) throws {
    let folder = Self.seeds.appending(path: target.rawValue)
    let files = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      bytes.withUnsafeBufferPointer(target.run)
    }
    [].withUnsafeBufferPointer(target.run)
  }

  @Test func `each folder of seeds belongs to a fuzz target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.seeds.path())
    #expect(Set(folders) == Set(FuzzTarget.allCases.map(\.rawValue)))
  }
}
