import Base
import Testing

struct DiskCacheTests: ~Copyable {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ name: String, _ count: Int) throws {
    let file = try StagedFile(for: "\(folder.path)/\(name)")
    try file.write([UInt8](repeating: 1, count: count))
    try file.commit()
  }

  private func names() throws -> [String] {
    try LocalFile.names(in: folder.path).sorted()
  }

  @Test func `trimming an overfull cache removes the least recently used entry`() throws {
    var cache = DiskCache(path: folder.path, bound: 100)
    for name in ["a", "b", "c"] {
      try write(name, 30)
      cache.note(name, size: 30)
    }
    cache.note("a", size: 30)
    #expect(!cache.isOverfull)
    try write("d", 30)
    cache.note("d", size: 30)
    #expect(try names() == ["a", "b", "c", "d"] && cache.isOverfull)
    cache.trim()
    #expect(try names() == ["a", "c", "d"] && !cache.isOverfull)
  }

  @Test func `the newest file stays, however large it is`() throws {
    var cache = DiskCache(path: folder.path, bound: 10)
    try write("a", 5)
    cache.note("a", size: 5)
    try write("b", 50)
    cache.note("b", size: 50)
    cache.trim()
    #expect(try names() == ["b"] && !cache.isOverfull)
  }

  @Test func `files of earlier runs count`() throws {
    for name in ["a", "b"] { try write(name, 30) }
    var cache = DiskCache(path: folder.path, bound: 70)
    try write("c", 30)
    cache.note("c", size: 30)
    cache.trim()
    #expect(try names().count == 2)
    #expect(try names().contains("c"))
  }

  @Test func `a file that is used while others are removed stays`() throws {
    var cache = DiskCache(path: folder.path, bound: 50)
    for name in ["a", "b", "c"] {
      try write(name, 30)
      cache.note(name, size: 30)
    }
    let surplus = cache.surplus
    cache.note("a", size: 30)
    #expect(surplus.map(\.name) == ["a", "b"])
    #expect(surplus.map { cache.forget($0) } == [false, true])
    #expect(cache.surplus.map(\.name) == ["c"])
  }

  @Test func `a file that is being written is left alone`() throws {
    let file = try StagedFile(for: "\(folder.path)/a")
    try file.write([1])
    _ = DiskCache(path: folder.path, bound: 10)
    try file.commit()
    #expect(try LocalFile.read("\(folder.path)/a") == [1])
  }
}
