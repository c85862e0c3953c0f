import Foundation
import ProgramTesting
import Synchronization

/// The built `cookr` at a pseudo-terminal: a test presses its keys and reads what it writes.
final class TerminalProgram: Sendable {
  /// The longest that a test waits for the program, in milliseconds; a run that works takes a few.
  private static let patience: Int32 = 60_000

  private let master: Mutex<Int32>
  private let slave: Int32
  private let process: Process
  private let exit: Pipe
  private let written = Mutex((bytes: [UInt8](), read: 0))

  /// How the terminal treated its input and output before the program began.
  let settingsBefore: [UInt32]

  /// Starts the program in the test's home, with the arguments between the line's spaces.
  ///
  /// - Parameters:
  ///   - output: a file in the home that gets standard output, in place of the terminal.
  ///   - launcher: a program that is started in its place, with its path and arguments behind these.
  ///   - isDemo: whether a simulated kitchen cooks what is followed.
  init(
    _ line: String = "",
    output: String? = nil,
    columns: Int = 80,
    rows: Int = 30,
    environment: [String: String] = [:],
    launcher: [String] = [],
    isDemo: Bool = true
  ) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize()
    (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
    guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw SystemError("openpty") }
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
    self.master = Mutex(master)
    self.slave = slave
    settingsBefore = Self.settings(of: slave)
    process = Process()
    exit = Pipe()
    let arguments = line.split(separator: " ").map(String.init)
    let command =
      launcher + [BuiltProducts.programs + "/cookr"]
      + (isDemo ? demonstrated(arguments) : arguments)
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(filePath: Home.current.folder)
    process.environment = environment.merging([
      "HOME": Home.current.folder, "PATH": "\(BuiltProducts.programs):/usr/bin:/bin",
      "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "TZ": timeZone(whereItIs: 18),
      "COOKR_PACE": "0", "COOKR_CHEF_ANSWER_SECONDS": "1",
    ]) { given, _ in given }
    let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
    process.standardInput = terminal
    process.standardOutput = try output.map(Self.file) ?? terminal
    process.standardError = terminal
    process.terminationHandler = { [exit] _ in exit.fileHandleForWriting.closeFile() }
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(slave)
    hangUp()
  }

  private static func file(_ name: String) throws -> FileHandle {
    let path = Home.current.path(name)
    try Data().write(to: URL(filePath: path))
    return try FileHandle(forWritingTo: URL(filePath: path))
  }

  /// All that was written, without what only moves the cursor or changes colours.
  var text: String {
    raw.withoutControlSequences
  }

  /// All that was written.
  var raw: String {
    written.withLock { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// What was written from each beginning of a line on.
  var lines: [Substring] {
    let scalars = raw.unicodeScalars.map { $0 == "\r" ? "\n" : $0 }
    return String(String.UnicodeScalarView(scalars)).withoutControlSequences.split(separator: "\n")
  }

  /// How the terminal treats its input and output now.
  var settings: [UInt32] {
    Self.settings(of: slave)
  }

  private static func settings(of terminal: Int32) -> [UInt32] {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map {
      UInt32($0)
    }
  }

  /// Presses keys by the bytes that a terminal sends for them.
  func type(_ keys: String) throws {
    let bytes = Array(keys.utf8)
    guard write(master.withLock(\.self), bytes, bytes.count) == bytes.count else {
      throw SystemError("write")
    }
  }

  /// Goes away, as a terminal does whose window is closed.
  func hangUp() {
    master.withLock { master in
      if master >= 0 { close(master) }
      master = -1
    }
  }

  /// Sends the program a signal.
  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Waits until one of the texts stands in what was written since the last one that was waited
  /// for, and returns it.
  @discardableResult
  func expect(_ texts: String...) async throws -> String {
    try await onThread { [self] in
      while true {
        if let text = take(oneOf: texts) { return text }
        guard try readMore() else { throw UnexpectedScreen(expected: texts, text: text) }
      }
    }
  }

  /// Whether a signal ended the program, which had no say in it.
  var isKilled: Bool {
    !process.isRunning && process.terminationReason == .uncaughtSignal
  }

  /// Waits until the program has ended, and returns its exit status.
  func end() async throws -> Int32 {
    try await onThread { [self] in
      while try readMore() {}
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  private func take(oneOf texts: [String]) -> String? {
    let all = text
    return written.withLock { written in
      let rest = all.dropFirst(written.read)
      for text in texts {
        guard let range = rest.range(of: text) else { continue }
        written.read = all.distance(from: all.startIndex, to: range.upperBound)
        return text
      }
      return nil
    }
  }

  /// Reads what comes next; false once the program has ended and all is read.
  private func readMore() throws -> Bool {
    let master = master.withLock(\.self)
    var requests = [
      pollfd(fd: master, events: Int16(POLLIN), revents: 0),
      pollfd(fd: exit.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&requests, 2, Self.patience) > 0 else {
      throw UnexpectedScreen(expected: [], text: text)
    }
    guard requests[0].revents & Int16(POLLIN) != 0 else { return requests[1].revents == 0 }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &chunk, chunk.count)
    guard count > 0 else { return false }
    written.withLock { $0.bytes += chunk.prefix(count) }
    return true
  }
}

/// A program that never wrote what a test waits for.
struct UnexpectedScreen: Error, CustomStringConvertible {
  let expected: [String]
  let text: String

  var description: String {
    "expected \(expected) at the end of\n\(text)"
  }
}

extension String {
  /// The text without escape sequences and carriage returns.
  var withoutControlSequences: String {
    // By scalars, since a carriage return and a line feed are one character.
    String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\r" }))
      .replacing(#/\x{1B}\[[0-9;?]*[A-Za-z]/#, with: "")
  }
}
