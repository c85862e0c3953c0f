#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// A folder that nobody else may look into, and that is gone with this value.
struct TemporaryFolder: ~Copyable {
  let path: String

  init() throws(OperationError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    // The six letters are replaced by others that no folder has yet.
    var template = Array("\(parent)/registry.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw LocalFile.failure("cannot create a folder in '\(parent)'")
    }
    path = String(cString: made)
  }

  deinit {
    try? LocalFile.removeAll(path)
  }
}
