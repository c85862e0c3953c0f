import Git
@testable import Server
import Synchronization
import Testing

struct CommitValuesTests {
  private let log = ComputedKeys()

  private final class ComputedKeys: Sendable {
    let keys = Mutex<[String]>([])
  }

  private var computed: [String] { log.keys.withLock { $0 } }

  private func value(
    _ key: String,
    at commit: Character = "1",
    from values: CommitValues<String, String>
  ) async throws -> String {
    let id = try ObjectID(hex: String(repeating: commit, count: 40))
    return try await values.value(key, at: id) { [log] in
      log.keys.withLock { $0.append(key) }
      await Task.yield()
      if key == "bad" { throw CancellationError() }
      return key
    }
  }

  @Test func `a value is computed once for a commit, however many ask for it`() async throws {
    let values = CommitValues<String, String>()
    let found = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await value("page", from: values) } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(found == ["page"])
    #expect(computed == ["page"])
    #expect(try await value("page", at: "2", from: values) == "page")
    #expect(computed == ["page", "page"])
  }

  @Test func `a value whose computation fails is computed again`() async throws {
    let values = CommitValues<String, String>()
    for _ in 0..<2 {
      await #expect(throws: CancellationError.self) { try await value("bad", from: values) }
    }
    #expect(computed == ["bad", "bad"])
  }

  @Test func `beyond the bound the newest value is kept, and one that is too large is not`()
    async throws
  {
    let values = CommitValues<String, String>(bound: 5) { $0.utf8.count }
    for key in ["one", "two", "two", "one", "longer", "longer"] {
      #expect(try await value(key, from: values) == key)
    }
    #expect(computed == ["one", "two", "one", "longer", "longer"])
  }
}
