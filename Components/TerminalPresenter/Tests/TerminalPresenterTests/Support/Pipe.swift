import Foundation

/// A stream that is no terminal.
final class Pipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32?

  /// Holds `text`, at most a few kilobytes, and ends after it unless it stays open.
  init(containing text: String, staysOpen: Bool = false) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError("pipe") }
    readEnd = ends[0]
    var text = text
    let count = text.withUTF8 { write(ends[1], $0.baseAddress, $0.count) }
    if !staysOpen { close(ends[1]) }
    writeEnd = staysOpen ? ends[1] : nil
    guard count == text.utf8.count else { throw SystemError("write") }
  }

  deinit {
    close(readEnd)
    if let writeEnd { close(writeEnd) }
  }
}

/// A system call that failed in a test's own set-up.
struct SystemError: Error, CustomStringConvertible {
  let description: String

  init(_ call: String) {
    description = "\(call) failed with error \(errno)"
  }
}
