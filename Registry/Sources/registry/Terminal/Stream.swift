#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Standard output or standard error.
struct Stream: Sendable {
  static let output = Stream(descriptor: 1)
  static let error = Stream(descriptor: 2)

  private let descriptor: Int32

  /// Whether a person is likely to be reading.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// How many columns the terminal has; nothing for files and pipes, which take lines of any length.
  var width: Int? {
    guard isTerminal else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes all of it at once; a reader that has gone away is no failure.
  func write(_ text: String) {
    write(Array(text.utf8))
  }

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        systemWrite(descriptor, bytes)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
