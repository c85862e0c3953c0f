import Dispatch
import FlowTesting
import Foundation

@testable import TerminalPresenter

/// A terminal whose keys a test presses and whose screen it sees; it controls no process.
final class PseudoTerminal: Sendable {
  /// The longest that a test waits for its screen, in milliseconds; a run that works takes a few.
  private static let timeLimit: UInt64 = 20_000

  /// The end at which the program under test reads and writes.
  let device: TerminalDevice
  /// Where another process finds that end.
  let path: String
  private let master: Locked<Int32>
  private let screen: Locked<(memory: ScreenMemory, bytes: [UInt8])>

  init(columns: Int = 60, rows: Int = 16) throws {
    var master: Int32 = -1
    var slave: Int32 = -1
    var name = [CChar](repeating: 0, count: 256)
    guard openpty(&master, &slave, &name, nil, nil) == 0 else { throw SystemError("openpty") }
    path = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) },
      as: UTF8.self
    )
    device = TerminalDevice(input: slave, output: slave)
    self.master = Locked(master)
    screen = Locked((ScreenMemory(columns: columns, rows: rows), []))
    try resize(columns: columns, rows: rows)
  }

  deinit {
    close(device.input)
    hangUp()
  }

  /// Presses keys by the bytes that a terminal sends for them.
  func type(_ keys: String) throws {
    var keys = keys
    let count = keys.withUTF8 { write(master.withLock(\.self), $0.baseAddress, $0.count) }
    guard count == keys.utf8.count else { throw SystemError("write") }
  }

  /// Changes the window, and begins a new screen of that size to look at.
  func resize(columns: Int, rows: Int) throws {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    guard ioctl(device.input, UInt(TIOCSWINSZ), &size) == 0 else { throw SystemError("ioctl") }
    screen.withLock { $0 = (ScreenMemory(columns: columns, rows: rows), []) }
  }

  /// Goes away, as a terminal does whose window is closed.
  func hangUp() {
    master.withLock { master in
      if master >= 0 { close(master) }
      master = -1
    }
  }

  /// How the terminal treats its input and output now.
  var settings: [UInt32] {
    var settings = termios()
    tcgetattr(device.input, &settings)
    let flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    return flags.map { UInt32($0) }
  }

  /// Whether the terminal's own cursor is shown.
  var showsCaret: Bool {
    screen.withLock(\.memory.showsCaret)
  }

  /// Reads until the screen is `expected`, line by line.
  func expect(_ expected: [String]) async throws {
    _ = try await wait { $0 == expected }
  }

  /// Reads until the screen is as wanted, and returns it.
  ///
  /// - Throws: ``UnexpectedScreen`` when it is not within the time limit.
  func wait(until isWanted: @escaping @Sendable ([String]) -> Bool) async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      // Reading blocks, which the threads of Swift concurrency must not.
      DispatchQueue.global().async {
        continuation.resume(with: Result { try self.read(until: isWanted) })
      }
    }
  }

  private func read(until isWanted: ([String]) -> Bool) throws -> [String] {
    let end = DispatchTime.now().uptimeNanoseconds + Self.timeLimit * 1_000_000
    let master = master.withLock(\.self)
    while true {
      let text = screen.withLock(\.memory.text)
      if isWanted(text) { return text }
      let now = DispatchTime.now().uptimeNanoseconds
      var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard now < end, poll(&request, 1, Int32((end - now) / 1_000_000)) > 0 else {
        throw UnexpectedScreen(lines: text)
      }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = Foundation.read(master, &bytes, bytes.count)
      guard count > 0 else { throw UnexpectedScreen(lines: text) }
      show(bytes.prefix(count))
    }
  }

  /// Shows the bytes that are whole characters and keeps the rest for later.
  private func show(_ bytes: ArraySlice<UInt8>) {
    screen.withLock { screen in
      screen.bytes += bytes
      var end = screen.bytes.count
      while end > 0, String(validating: screen.bytes[..<end], as: UTF8.self) == nil { end -= 1 }
      screen.memory.write(String(decoding: screen.bytes[..<end], as: UTF8.self))
      screen.bytes.removeFirst(end)
    }
  }
}

/// A screen that never became what a test waits for.
struct UnexpectedScreen: Error, CustomStringConvertible {
  let lines: [String]

  var description: String {
    "the screen is\n" + lines.joined(separator: "\n")
  }
}

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
