#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Wakes the thread that waits for input: a byte 0 asks it to look whether its task was cancelled,
/// any other byte is the number of a signal.
final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // Without descriptors left there is no pipe, and questions are answered by keys alone: `poll`
    // passes over a descriptor of -1.
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    for end in [readEnd, writeEnd] where end >= 0 { close(end) }
  }

  /// Wakes the waiting thread; a full pipe takes no more, and wakes it all the same.
  func wake(_ byte: UInt8) {
    _ = withUnsafePointer(to: byte) { write(writeEnd, $0, 1) }
  }

  /// Takes all bytes that are there.
  func drain() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(readEnd, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer.prefix(count)
    }
  }
}
