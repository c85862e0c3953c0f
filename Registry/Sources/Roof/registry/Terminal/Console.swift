import Base
import Dispatch
import Git
import Model
import Releases
import Reports
import Synchronization
import SystemPackage
import Versions

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The output of a command: results go to standard output, everything else to standard error.
struct Console: Sendable {
  let options: OutputOptions
  let style: Style
  let errorStyle: Style
  private let log = ProgressLines { Stream.error.write("\($0.printable)\n") }
  private let bar: ProgressBar

  init(_ options: OutputOptions) {
    self.options = options
    style = Style(for: .output, options.color)
    errorStyle = Style(for: .error, options.color)
    bar = ProgressBar(on: .error, style: errorStyle)
  }

  /// Names the next command, to a person who is reading.
  func suggest(_ command: String) {
    guard isWatched, !options.isJSON, Stream.output.isTerminal else { return }
    Stream.error.write("next: \(errorStyle(.bold, command))\n")
  }

  /// Prints the result, in words or as JSON.
  func show(_ document: some Document) throws {
    if options.isJSON {
      try Stream.output.deliver(document.json.fileText())
    } else {
      try Stream.output.deliver(document.text(style: style, width: Stream.output.width))
    }
  }

  /// Prints a line beside the result, which `--quiet` leaves out.
  func note(_ text: String) {
    guard !options.isQuiet else { return }
    Stream.error.write(text.printable + "\n")
  }

  /// Prints notes beside the result.
  func note(_ notes: [String]) {
    for text in notes { note("note: \(text)") }
  }

  /// Whether a person can be asked.
  var canAsk: Bool { isWatched && Stream.input.isTerminal }

  /// - Parameters:
  ///   - question: Printable.
  ///   - usual: The answer of a person who types nothing.
  /// - Returns: The person's answer to a question; `false` where nobody can be asked.
  func confirm(_ question: String, default usual: Bool = false) -> Bool {
    guard canAsk else { return false }
    Stream.error.write("\r\u{1B}[K\(question) \(usual ? "[Y/n]" : "[y/N]") ")
    let answer = (readLine() ?? "").lowercased()
    return answer.isEmpty ? usual : ["y", "yes"].contains(answer)
  }

  /// Asks until the answer can be read.
  ///
  /// - Parameters:
  ///   - question: Printable.
  ///   - usual: What an empty answer stands for; `nil` if there is no such value.
  func ask<Value>(
    _ question: String,
    default usual: Value?,
    named usualName: String?,
    reading read: (String) throws(OperationError) -> Value
  ) -> Value? {
    while true {
      Stream.error.write("\r\u{1B}[K\(question)\(usualName.map { " [\($0)]" } ?? ""): ")
      let answer = (readLine() ?? "").split(separator: " ").joined(separator: " ")
      if answer.isEmpty { return usual }
      do throws(OperationError) {
        return try read(answer)
      } catch {
        complain(error)
      }
    }
  }

  /// Prints an error beside the result that was shown.
  func complain(_ error: OperationError) {
    Stream.error.write(ErrorDocument(error: error).text(style: errorStyle, width: nil))
  }

  /// Shows how far an operation is, in place of what was shown before; where no person is watching, as
  /// lines of a log.
  func showProgress(_ progress: OperationProgress) {
    guard Self.showsProgress else { return }
    guard isWatched else {
      if !options.isQuiet { log.show(progress) }
      return
    }
    bar.update(progress)
  }

  /// A note during what is said in passing, which it replaces.
  func printAboveProgress(_ text: String) {
    if isWatched { Stream.error.write("\r\u{1B}[K") }
    note(text)
  }

  /// Takes away what `body` said in passing, before anything else is said.
  func clearingProgress<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer {
      log.end()
      if isWatched { Stream.error.write("\r\u{1B}[K") }
    }
    return try body()
  }

  /// Whether it may be said how far a run is, which `REGISTRY_PROGRESS=never` forbids: how often
  /// depends on the machine, and scripts compare what is printed.
  private static let showsProgress = CurrentProcess.variable("REGISTRY_PROGRESS") != "never"

  private var isWatched: Bool { Stream.error.isTerminal && !options.isQuiet }
}

/// The format of results.
struct OutputOptions: Hashable, Sendable {
  var isJSON: Bool
  let isQuiet: Bool
  var color = ColorChoice.auto
}

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

/// Whether the output has colors.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}

/// Colors and weights of a terminal, or nothing at all.
struct Style: Sendable {
  enum Look: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  private let isEnabled: Bool

  /// Without a choice, colors only for a terminal that knows them, unless `NO_COLOR` is set.
  init(for stream: Stream, _ choice: ColorChoice) {
    let isForbidden = CurrentProcess.variable("NO_COLOR")?.isEmpty == false
    let isWanted = !isForbidden && CurrentProcess.variable("TERM") != "dumb"
    switch choice {
    case .auto: self.init(isEnabled: isWanted && stream.isTerminal)
    case .always: self.init(isEnabled: true)
    case .never: self.init(isEnabled: false)
    }
  }

  init(isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// A line that says what can be done; nothing where there is no help.
  func help(_ text: String?, indent: Int = 2) -> String {
    let margin = String(repeating: " ", count: indent)
    return text.map { "\(margin)\(self(.bold, "help:")) \($0.printable)\n" } ?? ""
  }

  func callAsFunction(_ look: Look, _ text: String) -> String {
    isEnabled && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension StringProtocol {
  /// Without what a terminal would obey instead of show: text in a repository may come from anyone.
  var printable: String {
    var clean = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar != "\n" && scalar != "\t", .format, .lineSeparator,
        .paragraphSeparator, .surrogate:
        clean += scalar.escaped(asASCII: true)
      default: clean.unicodeScalars.append(scalar)
      }
    }
    return clean
  }
}

extension Console {
  /// Names the components whose changes are not part of a plan, because they are not committed.
  func noteUncommittedChanges(besides plan: ReleasePlan) {
    let names = plan.uncommitted
    guard !names.isEmpty else { return }
    note(
      "note: \(names.map { "'\($0)'" }.shortList()) \(names.count == 1 ? "has" : "have") uncommitted changes, and only"
        + " commits are released: commit them with 'git commit'"
    )
  }

  /// Names the packages that git tracks and the manifest does not list.
  func noteUnlistedPackages(in workspace: borrowing Workspace) {
    // Without them the result is the same.
    guard let paths = try? workspace.unlistedPackages(), !paths.isEmpty else { return }
    let advice = movedAdvice(paths, in: workspace) ?? "'registry add' adds them"
    note(
      "note: \(counted(paths.count, "package")) not listed as \(paths.count == 1 ? "a component" : "components"):"
        + " \(paths.map(\.description).shortList()) (\(advice))"
    )
  }

  /// Returns the help for the case that one of the packages is a component that has moved.
  private func movedAdvice(_ paths: [TreePath], in workspace: borrowing Workspace) -> String? {
    guard let missing = try? workspace.missingComponents(), let name = missing.first else {
      return nil
    }
    let path = paths.count == 1 ? paths[0].string.shellQuoted : "FOLDER"
    return "if one is the folder of \(name), which is missing, record the move:"
      + " 'registry move \(name) \(path)'"
  }
}

/// One line on a terminal that says how far an operation is.
///
/// No bar is drawn for steps that are over at once.
final class ProgressBar: Sendable {
  private let stream: Stream
  private let style: Style
  private let start = ContinuousClock.now
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  private static let patience = Duration.milliseconds(300)
  private static let interval = Duration.milliseconds(100)
  private static let cells = 24
  /// The cells with the numbers beside them.
  private static let barWidth = cells + 16

  init(on stream: Stream, style: Style) {
    self.stream = stream
    self.style = style
  }

  func update(_ progress: OperationProgress) {
    guard progress.total > 0 else { return draw(progress.description) }
    let now = ContinuousClock.now
    guard now - start > Self.patience else { return }
    lastDrawn.withLock { last in
      if let drawn = last, now - drawn < Self.interval { return }
      last = now
      draw(progress.task, completed: progress.completed, of: progress.total)
    }
  }

  private func draw(_ task: String, completed: Int, of total: Int) {
    let filled = Self.cells * min(completed, total) / total
    let bar = String(repeating: "━", count: filled)
    let rest = String(repeating: "━", count: Self.cells - filled)
    draw(task, " \(style(.green, bar))\(style(.dim, rest)) \(completed)/\(total)", Self.barWidth)
  }

  /// Draws one line, since that is all that is taken away again.
  ///
  /// - Parameter width: How much of it `measure` takes.
  private func draw(_ task: String, _ measure: String = "", _ width: Int = 0) {
    let text = task.printable.prefix(max((stream.width ?? 80) - 1 - width, 0))
    stream.write("\r\u{1B}[K" + (measure.isEmpty ? style(.dim, String(text)) : text + measure))
  }
}

/// The lines about the progress of an operation where no terminal shows it.
final class ProgressLines: Sendable {
  private struct State {
    var log = ProgressLog()
    var clock: (any DispatchSourceTimer)?
  }

  private static let interval = DispatchTimeInterval.seconds(1)

  private let write: @Sendable (String) -> Void
  private let state = Mutex(State())

  init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  func show(_ progress: OperationProgress) {
    state.withLock { state in
      state.log.update(progress, at: .now)
      guard state.clock == nil else { return }
      let clock = DispatchSource.makeTimerSource()
      clock.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
      clock.setEventHandler { [weak self] in self?.tick() }
      clock.resume()
      state.clock = clock
    }
  }

  /// Says nothing further, until something new is shown.
  func end() {
    state.withLock { state in
      state.clock?.cancel()
      state = State()
    }
  }

  private func tick() {
    // Under the lock, so that nothing comes behind what is said after the end.
    state.withLock { state in
      if let line = state.log.line(at: .now) { write(line) }
    }
  }
}
