package import FlowKit
import Foundation
import TerminalPresenter

/// The streams of the process: results on standard output, all else on standard error.
package struct Console: Sendable {
  /// How the app was called, for the commands that messages advise.
  package let invocation: Invocation
  private let isJSON: Bool
  private let output: TerminalCapabilities
  private let error: TerminalCapabilities

  /// Makes the console of a run.
  package init(of invocation: Invocation, environment: [String: String], isJSON: Bool) {
    self.invocation = invocation
    self.isJSON = isJSON
    output = TerminalCapabilities(environment: environment, outputs: [STDOUT_FILENO])
    error = TerminalCapabilities(environment: environment, outputs: [STDERR_FILENO])
  }

  /// Prints a result: the document under `--json`, the page otherwise.
  ///
  /// - Throws: a ``Trouble`` where standard output takes it not whole.
  package func print(_ document: some Encodable, or page: Page) throws {
    try writeResult(isJSON ? Self.text(of: document) + "\n" : output.text(of: page))
  }

  /// Whether a person sees on this standard output what flows show.
  package var showsFlows: Bool { !isJSON && output.interaction != .none }

  /// Writes a line that is no result.
  package func note(_ line: String) {
    writeAside(line.printable + "\n")
  }

  /// Writes what went wrong: one line, and below it what to do next.
  package func report(_ trouble: Trouble) {
    var text = ""
    // Whoever backs out made no mistake, and a screen has said so already.
    let isCancelled = trouble.status == .cancelled
    if trouble.message != Trouble.cancelled.message || error.interaction != .screens {
      let label = isCancelled ? "" : "error: "
      text = error.line(trouble.message.shortened, labelled: label, .problem)
    }
    if let help = trouble.help {
      text += error.line(help.shortened, labelled: "help: ", .hint)
    }
    writeAside(text)
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

  private func writeResult(_ text: String) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      let reason = (error as? CocoaError)?.underlying ?? error
      throw Trouble(
        .failed,
        "cannot write the result to standard output: \(reason.localizedDescription)",
        help: "the command itself succeeded; \(invocation.command("orders")) shows the result"
      )
    }
  }

  private func writeAside(_ text: String) {
    // There is nowhere left to say that standard error is closed.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}

extension String {
  private static let mostShown = 500

  /// The text with its middle left out where what it quotes is too long to read.
  fileprivate var shortened: String {
    guard count > Self.mostShown else { return self }
    return "\(prefix(Self.mostShown / 2)) … \(suffix(Self.mostShown / 2))"
  }
}
