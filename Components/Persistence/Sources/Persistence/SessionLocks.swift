import FlowKit
import Foundation
import Synchronization

/// Which of the processes that share a database are alive.
///
/// For a file these are kernel locks on another one beside it, which vanish with the process that
/// holds them. Byte 0 is held while the database is opened and its tables are made. Byte N is held by
/// the process of session N for as long as it lives, so that what a killed process left unfinished can
/// be told from what a running one is doing.
///
/// A database in memory has sessions in one process, which last until they end.
public final class SessionLocks: Sendable {
  private enum Place: Sendable {
    case file(path: String, descriptor: Int32)
    case memory(LivingSessions)
  }

  private let place: Place
  private let session = Mutex<Int64?>(nil)

  // On Linux and Darwin the locks belong to the open file: two databases that one process has open on
  // one path are two sessions, and closing one leaves the other's locks. Elsewhere they are the
  // process's. The numbers are F_OFD_SETLK and F_OFD_GETLK of the kernels, which Swift's overlay of
  // Linux leaves out.
  #if canImport(Darwin)
    private static let setLock = F_OFD_SETLK
    private static let getLock = F_OFD_GETLK
  #elseif os(Linux) || os(Android)
    private static let setLock: Int32 = 37
    private static let getLock: Int32 = 36
  #else
    private static let setLock = F_SETLK
    private static let getLock = F_GETLK
  #endif

  init(path: String) throws(FlowFailure) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FlowFailure(errno: errno, path: path) }
    place = .file(path: path, descriptor: descriptor)
  }

  init(inMemory living: LivingSessions = LivingSessions()) {
    place = .memory(living)
  }

  deinit {
    if case .file(_, let descriptor) = place { close(descriptor) }
  }

  func another() throws -> SessionLocks {
    switch place {
    case .file(let path, _): try SessionLocks(path: path)
    case .memory(let living): SessionLocks(inMemory: living)
    }
  }

  func whileOpening<Value>(patience: Double, _ body: () throws -> Value) throws -> Value {
    let deadline = ContinuousClock.now + .seconds(patience)
    while try !tryLock(0) {
      guard ContinuousClock.now < deadline else {
        throw FlowFailure.locked("another process has held '\(path)' for \(patience) s")
      }
      usleep(2_000)
    }
    defer { unlock(0) }
    return try body()
  }

  /// The session of this process; the first call begins it, and it lasts as long as the process.
  ///
  /// Sessions are drawn at random, so that beginning one writes nothing.
  public func current() throws -> Int64 {
    try session.withLock { session in
      if let session { return session }
      while true {
        let candidate = Int64.random(in: 1..<(1 << 62))
        guard try tryLock(candidate) else { continue }
        session = candidate
        return candidate
      }
    }
  }

  func end() {
    session.withLock { session in
      if let ended = session.take() { unlock(ended) }
    }
  }

  /// Whether no process works on what belongs to a session.
  public func isUnowned(_ session: Int64?) -> Bool {
    guard let session else { return true }
    return !isAlive(session)
  }

  private func isAlive(_ session: Int64) -> Bool {
    switch place {
    case .memory(let living):
      return living.contains(session)
    case .file(_, let descriptor):
      // The holder's own locks never conflict with it, so the kernel would report them as free.
      if self.session.withLock({ $0 == session }) { return true }
      var lock = region(session, type: F_WRLCK)
      guard fcntl(descriptor, Self.getLock, &lock) == 0 else { return true }
      return Int32(lock.l_type) != Int32(F_UNLCK)
    }
  }

  private var path: String {
    if case .file(let path, _) = place { path } else { ":memory:" }
  }

  private func tryLock(_ byte: Int64) throws -> Bool {
    switch place {
    case .memory(let living):
      return living.insert(byte)
    case .file(let path, let descriptor):
      var lock = region(byte, type: F_WRLCK)
      if fcntl(descriptor, Self.setLock, &lock) == 0 { return true }
      guard errno == EACCES || errno == EAGAIN else { throw FlowFailure(errno: errno, path: path) }
      return false
    }
  }

  private func unlock(_ byte: Int64) {
    switch place {
    case .memory(let living):
      living.remove(byte)
    case .file(_, let descriptor):
      var lock = region(byte, type: F_UNLCK)
      _ = fcntl(descriptor, Self.setLock, &lock)
    }
  }

  private func region(_ byte: Int64, type: some BinaryInteger) -> flock {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(byte)
    lock.l_len = 1
    return lock
  }
}

/// The sessions of a database in memory that have begun and not ended.
final class LivingSessions: Sendable {
  private let sessions = Mutex<Set<Int64>>([])

  func insert(_ session: Int64) -> Bool {
    sessions.withLock { $0.insert(session).inserted }
  }

  func remove(_ session: Int64) {
    sessions.withLock { _ = $0.remove(session) }
  }

  func contains(_ session: Int64) -> Bool {
    sessions.withLock { $0.contains(session) }
  }
}
