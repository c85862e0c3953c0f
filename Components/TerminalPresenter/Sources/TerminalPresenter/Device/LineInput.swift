import Foundation
import Synchronization

/// The lines of a stream that is no terminal, read without blocking a thread of Swift concurrency.
public final class LineInput: Sendable {
  private final class Stream: Sendable {
    let buffer = Mutex(Buffer())
  }

  private struct Buffer {
    var bytes: [UInt8] = []
    var lines: [String] = []
    var isAtEnd = false
  }

  private static let longestLine = 64 * 1024

  private let descriptor: Int32
  private let stream: Stream
  private let taken: Mutex<Int>

  /// Reads a descriptor, which the caller owns; standard input if none is given.
  public init(_ descriptor: Int32 = 0) {
    self.descriptor = descriptor
    stream = Stream()
    taken = Mutex(0)
  }

  private init(_ descriptor: Int32, _ stream: Stream, taken: Int) {
    self.descriptor = descriptor
    self.stream = stream
    self.taken = Mutex(taken)
  }

  /// The same lines from here on, which stay to be taken from this input.
  func lookahead() -> LineInput {
    LineInput(descriptor, stream, taken: taken.withLock(\.self))
  }

  /// The next line without its end, and its number from 1; nil at the end of the stream.
  func next() async throws -> (text: String, number: Int)? {
    try await TerminalTurn.run { [self] turn in
      try taken.withLock { taken in
        guard let line = try stream.buffer.withLock({ try line(taken, of: &$0, in: turn) }) else {
          return nil
        }
        taken += 1
        return (line, taken)
      }
    }
  }

  private func line(
    _ index: Int,
    of buffer: inout Buffer,
    in turn: TerminalTurn
  ) throws -> String? {
    while index >= buffer.lines.count {
      if let end = buffer.bytes.firstIndex(of: UInt8(ascii: "\n")) {
        take(end, dropping: 1, from: &buffer)
      } else if buffer.isAtEnd || buffer.bytes.count >= Self.longestLine {
        guard !buffer.bytes.isEmpty else { return nil }
        take(buffer.bytes.count, dropping: 0, from: &buffer)
      } else {
        try read(into: &buffer, in: turn)
      }
    }
    return buffer.lines[index]
  }

  private func take(_ count: Int, dropping end: Int, from buffer: inout Buffer) {
    var line = String(decoding: buffer.bytes.prefix(count), as: UTF8.self)
    if line.last == "\r" { line.removeLast() }
    buffer.bytes.removeFirst(count + end)
    buffer.lines.append(line)
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
    let count = Foundation.read(descriptor, &chunk, chunk.count)
    if count > 0 {
      buffer.bytes += chunk.prefix(count)
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      buffer.isAtEnd = true
    }
  }
}
