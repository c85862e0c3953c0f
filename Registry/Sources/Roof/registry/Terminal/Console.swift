import Base
import Model

/// The output of a command: results go to standard output, everything else to standard error.
struct Console: Sendable {
  let options: OutputOptions
  let style: Style
  let errorStyle: Style
  private let passing = PassingText { Stream.error.write("\($0)\n") }
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

  /// What was asked for; in words or as JSON, as the person wants it.
  func show(_ document: some Document) throws {
    if options.isJSON {
      try Stream.output.deliver(document.json.fileText())
    } else {
      try Stream.output.deliver(document.text(style: style, width: Stream.output.width))
    }
  }

  /// Something beside the result, which `--quiet` leaves out.
  func note(_ text: String) {
    guard !options.isQuiet else { return }
    Stream.error.write(text.printable + "\n")
  }

  /// What is to be known beside the result.
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

  /// What went wrong beside the result that was shown.
  func complain(_ error: OperationError) {
    Stream.error.write(ErrorDocument(error: error).text(style: errorStyle, width: nil))
  }

  /// Says in passing how far a task is: with a bar, if a person is watching.
  func showPassing(_ progress: OperationProgress) {
    guard isWatched, Self.showsProgress else {
      return showPassing("\(progress.task): \(progress.completed) of \(progress.total)")
    }
    bar.update(progress)
  }

  /// Says what is going on, in place of what was said so before; where no person is watching, it says
  /// so every ten seconds.
  func showPassing(_ text: String) {
    guard Self.showsProgress else { return }
    guard isWatched else {
      if !options.isQuiet { passing.show(text.printable) }
      return
    }
    // On one line, since that is all that is taken away again.
    let line = text.printable.prefix((Stream.error.width ?? 80) - 1)
    Stream.error.write("\r\u{1B}[K" + errorStyle(.dim, String(line)))
  }

  /// A note during what is said in passing, which it replaces.
  func noteAmidPassing(_ text: String) {
    if isWatched { Stream.error.write("\r\u{1B}[K") }
    note(text)
  }

  /// Takes away what `body` said in passing, before anything else is said.
  func clearingPassing<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer {
      passing.end()
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
