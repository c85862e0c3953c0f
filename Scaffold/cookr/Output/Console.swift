import FlowKit
import Foundation
import Terminal

/// The streams of the process: results on standard output, all else on standard error.
struct Console: Sendable {
  private let isJSON: Bool
  private let output: TerminalCapabilities
  private let error: TerminalCapabilities

  init(environment: [String: String], isJSON: Bool) {
    self.isJSON = isJSON
    output = TerminalCapabilities(environment: environment, outputs: [STDOUT_FILENO])
    error = TerminalCapabilities(environment: environment, outputs: [STDERR_FILENO])
  }

  /// Prints a result: the document under `--json`, the page otherwise.
  func print(_ document: some Encodable, or page: Page) {
    if isJSON {
      write(Self.text(of: document) + "\n", to: .standardOutput)
    } else {
      write(text(of: page, on: output), to: .standardOutput)
    }
  }

  /// Shows a page on standard output, whatever the form of results is.
  func show(_ page: Page) {
    write(text(of: page, on: output), to: .standardOutput)
  }

  /// Prints what a flow has completed with.
  func print(_ outcome: FlowOutcome) {
    print(OutcomeDocument(outcome), or: outcome.page)
  }

  /// Prints how a journey ended.
  ///
  /// - Throws: what ended it before the meal had arrived.
  func print(_ journey: Journey) throws {
    switch journey.ending {
    case .failed(let failure): throw journey.explaining(failure)
    case .cancelled, nil: throw journey.explainingCancellation
    case .arrived: print(JourneyDocument(journey), or: journey.page)
    }
  }

  /// Writes a line that is no result.
  func note(_ line: String) {
    write(line.printable + "\n", to: .standardError)
  }

  /// Writes what went wrong: one line, and below it what to do next.
  func report(_ trouble: Trouble) {
    var line = StyledLine("error: ", error.guide.style(.problem))
    line.append(trouble.message)
    var text = line.rendered(at: error.guide.depth) + "\n"
    if let help = trouble.help {
      var line = StyledLine("help: ", error.guide.style(.hint))
      line.append(help)
      text += line.rendered(at: error.guide.depth) + "\n"
    }
    write(text, to: .standardError)
  }

  private func text(of page: Page, on stream: TerminalCapabilities) -> String {
    let width = stream.guide.depth == .none ? 100 : stream.device.size.columns
    return PageLayout(guide: stream.guide, width: width).lines(page)
      .map { $0.rendered(at: stream.guide.depth) + "\n" }
      .joined()
  }

  private static func text(of document: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      return String(decoding: try encoder.encode(document), as: UTF8.self)
    } catch {
      preconditionFailure("documents hold nothing that JSON cannot: \(error)")
    }
  }

  private func write(_ text: String, to stream: FileHandle) {
    // A reader that has gone away, such as `head`, is no failure of the command.
    try? stream.write(contentsOf: Data(text.utf8))
  }
}
