import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lines of a stream that is no terminal, read without blocking a thread of Swift concurrency.
public final class LineInput: Sendable {
  private struct Buffer {
    var bytes: [UInt8] = []
    var lineNumber = 0
    var isAtEnd = false
  }

  /// The most bytes that a line has; a longer one ends there.
  private static let longestLine = 64 * 1024

  private let descriptor: Int32
  private let buffer = Mutex(Buffer())

  /// Reads a descriptor, which the caller owns; standard input if none is given.
  public init(_ descriptor: Int32 = 0) {
    self.descriptor = descriptor
  }

  /// The next line without its end, and its number from 1; nil at the end of the stream.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func next() async throws -> (text: String, number: Int)? {
    try await TerminalTurn.run { [self] turn in
      try buffer.withLock { try next(from: &$0, in: turn) }
    }
  }

  private func next(
    from buffer: inout Buffer,
    in turn: TerminalTurn
  ) throws -> (text: String, number: Int)? {
    while true {
      if let end = buffer.bytes.firstIndex(of: UInt8(ascii: "\n")) {
        return take(end, dropping: 1, from: &buffer)
      }
      if buffer.isAtEnd || buffer.bytes.count >= Self.longestLine {
        guard !buffer.bytes.isEmpty else { return nil }
        return take(buffer.bytes.count, dropping: 0, from: &buffer)
      }
      try read(into: &buffer, in: turn)
    }
  }

  private func take(
    _ count: Int,
    dropping end: Int,
    from buffer: inout Buffer
  ) -> (text: String, number: Int) {
    var line = String(decoding: buffer.bytes.prefix(count), as: UTF8.self)
    if line.last == "\r" { line.removeLast() }
    buffer.bytes.removeFirst(count + end)
    buffer.lineNumber += 1
    return (line, buffer.lineNumber)
  }

  private func read(into buffer: inout Buffer, in turn: TerminalTurn) throws {
    if turn.isCancelled { throw CancellationError() }
    var requests = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: turn.wakePipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&requests, 2, -1) > 0 else { return }
    if requests[1].revents != 0 { _ = turn.wakePipe.drain() }
    guard requests[0].revents != 0 else { return }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = systemRead(descriptor, &chunk, chunk.count)
    if count > 0 {
      buffer.bytes += chunk.prefix(count)
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      buffer.isAtEnd = true
    }
  }
}

/// The function that the method `read` hides inside the type.
private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int
{
  read(descriptor, start, count)
}
