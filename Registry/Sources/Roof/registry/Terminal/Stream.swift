import Base
import Model
import SystemPackage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Standard input, standard output or standard error.
struct Stream: Sendable {
  static let input = Stream(descriptor: 0)
  static let output = Stream(descriptor: 1)
  static let error = Stream(descriptor: 2)

  private let descriptor: Int32

  /// Whether a person is likely to be reading, or typing.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// How many columns the terminal has; `nil` for files and pipes, which take lines of any length.
  var width: Int? {
    guard isTerminal else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes words beside the result, which are no loss.
  func write(_ text: String) {
    try? deliver(text)
  }

  /// Writes all of it, or throws; a reader that has gone away is no failure.
  func deliver(_ text: String) throws {
    try deliver(Array(text.utf8))
  }

  func deliver(_ bytes: [UInt8]) throws {
    do {
      try FileDescriptor(rawValue: descriptor).writeAll(bytes)
    } catch Errno.brokenPipe {
      return
    } catch {
      let reason = "\(error)"
      throw OperationError(
        .inputOutput,
        "cannot write to standard \(descriptor == 1 ? "output" : "error"):"
          + " \(reason.prefix(1).lowercased())\(reason.dropFirst())"
      )
    }
  }
}
