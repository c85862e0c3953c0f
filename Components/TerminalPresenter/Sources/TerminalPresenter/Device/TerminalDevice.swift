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

/// The terminal in raw mode: each key comes at once and unseen, Ctrl-C and Ctrl-Z as keys.
///
/// The value cannot be copied, and its end restores the terminal however the scope is left.
struct RawMode: ~Copyable {
  private let device: TerminalDevice
  private let original: termios
  private var isOn = false

  static func begin(on device: TerminalDevice) throws(HungUp) -> RawMode {
    var settings = termios()
    guard tcgetattr(device.input, &settings) == 0 else { throw HungUp() }
    var mode = RawMode(device, restoring: settings)
    try mode.resume()
    return mode
  }

  private init(_ device: TerminalDevice, restoring original: termios) {
    self.device = device
    self.original = original
  }

  deinit {
    restore()
  }

  /// Sets the terminal to raw mode again, as after the process was stopped and continued.
  mutating func resume() throws(HungUp) {
    var settings = original
    cfmakeraw(&settings)
    // Another thread's line on the same terminal still begins in the first column.
    settings.c_oflag = original.c_oflag
    // What was typed ahead is kept: TCSAFLUSH would drop it, TCSADRAIN waits for a stuck terminal.
    guard tcsetattr(device.input, TCSANOW, &settings) == 0 else { throw HungUp() }
    isOn = true
    try device.write(Control.beginBracketedPaste)
  }

  mutating func suspend() {
    restore()
    isOn = false
  }

  private func restore() {
    // A shell that took the terminal over has set its own modes.
    guard isOn, device.isForeground else { return }
    var settings = original
    tcsetattr(device.input, TCSANOW, &settings)
    // A terminal that is gone has nothing left to restore.
    try? device.write(Control.endBracketedPaste + Control.showCaret)
  }
}
