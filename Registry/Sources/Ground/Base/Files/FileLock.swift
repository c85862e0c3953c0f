import CLibrary
import SystemPackage

/// A kernel lock on a file, which only one process can hold; it ends with the process, however that
/// ends.
package struct FileLock: ~Copyable {
  private let file: FileDescriptor
  private let passesToPrograms: Bool

  private init(_ file: FileDescriptor, passesToPrograms: Bool) {
    self.file = file
    self.passesToPrograms = passesToPrograms
  }

  /// Waits for the lock.
  ///
  /// - Parameters:
  ///   - task: What the holder is doing, for those who wait.
  ///   - includesPrograms: Whether a program that this process starts keeps the lock, should this
  ///     process be killed before that program ends.
  ///   - waiting: Called once with a message, if another process has the lock.
  /// - Throws: ``OperationError/Code/locked`` after `limit`, with the holder's name.
  package static func take(
    at path: String,
    for task: String,
    limit: Duration,
    includesPrograms: Bool = false,
    waiting: (String) -> Void
  ) throws(OperationError) -> FileLock {
    let file = try openFile(path, passesToPrograms: includesPrograms)
    do throws(OperationError) {
      try wait(for: file, path, limit: limit, waiting: waiting)
      try write("\(task) (process \(getpid()))", to: file, path)
    } catch {
      try? file.close()
      throw error
    }
    return FileLock(file, passesToPrograms: false)
  }

  /// Takes the lock if it is free; `nil` if another process has it.
  ///
  /// Every program that this process starts or is replaced by inherits the lock, which ends with
  /// the last of them.
  package static func takeIfFree(
    at path: String,
    for task: String
  ) throws(OperationError) -> FileLock? {
    let file = try openFile(path, passesToPrograms: true)
    do throws(OperationError) {
      guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
        let error = SystemCall.error
        guard error == .wouldBlock else { throw OperationError(error, "cannot lock '\(path)'") }
        try? file.close()
        return nil
      }
      try write("\(task) (process \(getpid()))", to: file, path)
    } catch {
      try? file.close()
      throw error
    }
    return FileLock(file, passesToPrograms: true)
  }

  private static func openFile(
    _ path: String,
    passesToPrograms: Bool
  ) throws(OperationError) -> FileDescriptor {
    try OperationError.during("cannot open the lock '\(path)'") {
      try unsafe FileDescriptor.open(
        path,
        .readWrite,
        options: passesToPrograms ? .create : [.create, .closeOnExec],
        permissions: FilePermissions(rawValue: 0o666)
      )
    }
  }

  private static func wait(
    for file: FileDescriptor,
    _ path: String,
    limit: Duration,
    waiting: (String) -> Void
  ) throws(OperationError) {
    let deadline = ContinuousClock.now + limit
    var hasWaited = false
    // A process that waits in the kernel cannot give up in time.
    while flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemCall.error
      guard error == .wouldBlock || error == .interrupted else {
        throw OperationError(error, "cannot lock '\(path)'")
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
    ftruncate(file.rawValue, 0)
    // A program that is being started has a copy of the descriptor for a moment.
    if !passesToPrograms { flock(file.rawValue, LOCK_UN) }
    try? file.close()
  }

  /// Whether some process has the lock now; nothing is created or changed.
  package static func isHeld(at path: String) -> Bool {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
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
    to file: FileDescriptor,
    _ path: String
  ) throws(OperationError) {
    guard ftruncate(file.rawValue, 0) == 0,
      unsafe pwrite(file.rawValue, text, text.utf8.count, 0) == text.utf8.count
    else { throw OperationError(SystemCall.error, "cannot write '\(path)'") }
  }
}

/// The pause between two attempts to get what another process has: short at first, then longer.
package struct Backoff {
  private static let longest: UInt32 = 50_000

  /// The length of the next pause, in microseconds.
  private var length: UInt32 = 1_000

  package init() {}

  /// Blocks this thread for a pause, of at most 50 milliseconds.
  package mutating func wait() {
    // At random, so that two waiting processes do not stay in step.
    usleep(.random(in: length / 2...length))
    length = min(2 * length, Self.longest)
  }
}

/// The clock that file systems use.
package enum SystemClock {
  /// The current time in nanoseconds since 1970.
  package static var nanoseconds: Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return FileStamp.nanoseconds(now)
  }

  /// The current time in seconds since 1970, with the offset of the time zone in minutes.
  package static var local: (seconds: Int64, offset: Int) {
    var now = time(nil)
    var local = unsafe tm()
    unsafe localtime_r(&now, &local)
    return unsafe (Int64(now), Int(local.tm_gmtoff) / 60)
  }
}
