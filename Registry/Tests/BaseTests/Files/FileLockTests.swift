import Base
import Testing

struct FileLockTests: ~Copyable {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a held lock makes others wait, and says who holds it`() throws {
    let path = "\(folder.path)/lock"
    do {
      let lock = try FileLock.take(at: path, for: "a test", limit: .zero) { _ in }
      #expect(FileLock.isHeld(at: path))
      var words: [String] = []
      let error = #expect(throws: OperationError.self) {
        _ = try FileLock.take(at: path, for: "another", limit: .zero) { words.append($0) }
      }
      #expect(error?.code == .locked)
      #expect(words.count == 1)
      #expect(words.first?.hasPrefix("waiting for a test (process ") == true)
      withExtendedLifetime(lock) {}
    }
    #expect(!FileLock.isHeld(at: path))
    _ = try FileLock.take(at: path, for: "another", limit: .zero) { _ in }
  }
}
