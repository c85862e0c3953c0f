import Base
import Foundation
import Testing

struct FolderNamesTests {
  /// The system keeps entries close together at the end of its buffer: with the address sanitizer
  /// (`make sanitize`), this fails for a reader that takes more of one than its name.
  @Test func `all names of a large folder are read, the longest ones, too`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var expected: Set<String> = []
    for number in 1...3000 {
      let name = "\(number)" + String(repeating: "é", count: number % 120)
      try Data().write(to: folder.appending(path: name))
      expected.insert(name)
    }
    let names = try LocalFile.names(in: folder.path(percentEncoded: false))
    #expect(names.count == 3000)
    #expect(Set(names) == expected)
  }
}
