import Foundation

/// The two file descriptors through which a terminal is read and written; it does not own them.
public struct TerminalDevice: Sendable {
  let input: Int32
  let output: Int32

  public init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// The window's size now; 80 by 24 where the terminal does not know.
  var size: WindowSize {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return WindowSize(columns: 80, rows: 24)
    }
    return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Whether the terminal takes this process's input and settings now: it runs in the foreground,
  /// or the terminal is not the one that controls it.
  var isForeground: Bool {
    let group = tcgetpgrp(input)
    return group == -1 || group == getpgrp()
  }

  /// Writes all of `text`.
  ///
  /// - Throws: ``HungUp`` when the terminal is gone.
  func write(_ text: String) throws(HungUp) {
    var text = text
    let isWritten = text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = Foundation.write(output, start, rest.count)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        } else if count == 0 || !canRetry() {
          return false
        }
      }
      return true
    }
    if !isWritten { throw HungUp() }
  }

  /// Waits, where another process has made the terminal non-blocking, until it takes more.
  private func canRetry() -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN else { return false }
    var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, -1) >= 0 || errno == EINTR
  }
}

struct HungUp: Error {}

/// The size of a terminal's window in character cells.
struct WindowSize: Hashable, Sendable {
  /// How many columns and rows there are, at least one.
  let columns, rows: Int

  init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }

  /// How many columns text may take: the last one stays empty, since terminals differ in what they
  /// do behind it.
  var textColumns: Int {
    max(1, columns - 1)
  }
}
