#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// The kernel's lock that lets one writing verb at a time into a repository; it ends with the
/// process, however that ends.
struct WriteLock: ~Copyable {
  private let descriptor: Int32

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Waits for the lock.
  ///
  /// - Parameters:
  ///   - task: What the holder is doing, for those who wait.
  ///   - waiting: Called once, if another process has the lock, with words for it.
  /// - Throws: ``OperationError/Code/locked`` after `limit`, with the holder's name.
  static func take(
    at path: String,
    for task: String,
    limit: Duration,
    waiting: (String) -> Void
  ) throws(OperationError) -> WriteLock {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw LocalFile.failure("cannot open the lock '\(path)'") }
    do throws(OperationError) {
      try wait(for: file, path, limit: limit, waiting: waiting)
      try write("\(task) (process \(getpid()))", to: file, path)
    } catch {
      close(file)
      throw error
    }
    return WriteLock(descriptor: file)
  }

  private static func wait(
    for file: Int32,
    _ path: String,
    limit: Duration,
    waiting: (String) -> Void
  ) throws(OperationError) {
    let deadline = ContinuousClock.now + limit
    var hasWaited = false
    // A process that waits in the kernel could not give up in time.
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw LocalFile.failure("cannot lock '\(path)'")
      }
      let holder = holder(at: path) ?? "another process"
      if !hasWaited { waiting("waiting for \(holder)") }
      hasWaited = true
      guard ContinuousClock.now < deadline else {
        throw OperationError(
          .locked,
          "\(holder) is writing to the repository, and did not finish within \(limit)",
          help: "try again when it has finished"
        )
      }
      usleep(UInt32.random(in: 2_000...10_000))
    }
  }

  deinit {
    ftruncate(descriptor, 0)
    close(descriptor)
  }

  /// Whether some process has the lock now; nothing is made or changed.
  static func isHeld(at path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  private static func holder(at path: String) -> String? {
    guard let content = try? LocalFile.read(path), !content.isEmpty else { return nil }
    return String(decoding: content, as: UTF8.self)
  }

  private static func write(
    _ text: String,
    to file: Int32,
    _ path: String
  ) throws(OperationError) {
    guard ftruncate(file, 0) == 0, pwrite(file, text, text.utf8.count, 0) == text.utf8.count
    else { throw LocalFile.failure("cannot write '\(path)'") }
  }
}
