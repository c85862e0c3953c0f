import Base
import Foundation
import Testing

struct NameProbeTests: ~Copyable {
  private let folder = FileManager.default.temporaryDirectory.path + "/probe-\(UUID().uuidString)"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func fault(_ names: [[UInt8]]) throws -> (index: Int, fault: NameProbe.Fault)? {
    try NameProbe(folder: folder).fault(among: names)
  }

  @Test func `names that the system holds have no fault, and leave no file`() throws {
    #expect(try fault([Array("a\\b\n".utf8), Array("a:$b".utf8)]) == nil)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  #if os(Linux)
    @Test func `a name needs not be UTF-8`() throws {
      #expect(try fault([[0xFF, 0x61], [0xFE, 0x61]]) == nil)
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  #endif

  @Test func `a name that the system cannot hold is refused for its reason`() throws {
    let found = try fault([[0x61], Array(repeating: 0x62, count: 300)])
    #expect(found?.index == 1)
    #expect(found?.fault == .refused("file name too long"))
  }

  @Test func `a name that is one of those before it is told from the others`() throws {
    let found = try fault([[0x61], [0x62], [0x62]])
    #expect(found?.index == 2)
    #expect(found?.fault == .same(as: 1))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
