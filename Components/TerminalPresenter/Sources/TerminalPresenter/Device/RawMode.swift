import Foundation

/// The terminal in raw mode: each key comes at once and unseen, Ctrl-C and Ctrl-Z as keys.
///
/// The value cannot be copied, and its end restores the terminal however the scope is left.
struct RawMode: ~Copyable {
  private let device: TerminalDevice
  private let original: termios
  private var isOn = false

  /// Sets the terminal to raw mode.
  ///
  /// - Throws: ``HungUp`` when the device is no terminal, or no longer.
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

  /// Gives the terminal back as it was found.
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
