import ArgumentParser
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

  package init(of invocation: Invocation, environment: [String: String], isJSON: Bool) {
    self.invocation = invocation
    self.isJSON = isJSON
    output = TerminalCapabilities(environment: environment, outputs: [STDOUT_FILENO])
    error = TerminalCapabilities(environment: environment, outputs: [STDERR_FILENO])
  }

  /// Prints a result: the document under `--json`, the page otherwise.
  package func print(_ document: Document, or page: Page) throws {
    try writeResult(isJSON ? Self.text(of: document) + "\n" : output.text(of: page))
  }

  /// Whether a person sees on this standard output what flows show.
  package var showsFlows: Bool { !isJSON && output.interaction != .none }

  package func note(_ line: String) {
    writeAside(line.printable + "\n")
  }

  /// Writes what went wrong: one line, and below it what to do next.
  package func report(_ failure: CommandError) {
    var text = ""
    // Whoever backs out made no mistake, and a screen has said so already.
    let isCancelled = failure.status == .cancelled
    if failure.message != CommandError.cancelled.message || error.interaction != .screens {
      let label = isCancelled ? "" : "error: "
      text = error.line(failure.message.shortened, labelled: label, .problem)
    }
    if let help = failure.help {
      text += error.line(help.shortened, labelled: "help: ", .hint)
    }
    writeAside(text)
  }

  /// Runs the work of a command, which signals cancel; a failure is reported, and becomes the status
  /// that the process exits with.
  package func run(
    statuses: [FlowFailure.Code: ExitStatus] = [:],
    _ work: @escaping @Sendable () async throws -> Void
  ) async throws {
    do {
      try await Interruption.scope(work)
    } catch {
      let failure = CommandError(error, statuses: statuses)
      report(failure)
      throw ExitCode(failure.status.rawValue)
    }
  }

  private static func text(of document: Document) -> String {
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
      throw CommandError(
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

/// Why a command did not do what it was asked, with the exit status that says so to scripts.
package struct CommandError: Error {
  package let status: ExitStatus
  package let message: String
  package let help: String?

  /// The error of a person who backed out, with nothing more to say.
  package static let cancelled = CommandError(.cancelled, "cancelled")

  package init(_ status: ExitStatus, _ message: String, help: String? = nil) {
    self.status = status
    self.message = message
    self.help = help
  }

  package init(_ error: any Error, statuses: [FlowFailure.Code: ExitStatus]) {
    switch error {
    case let failure as CommandError:
      self = failure
    case is CancellationError:
      self = .cancelled
    case let failure as FlowFailure:
      let status = statuses[failure.code] ?? ExitStatus(failure)
      self.init(status, failure.message, help: failure.help)
    default:
      self.init(.failed, "\(error)")
    }
  }

  package var page: Page {
    let help = help.map { [Page.Line.text($0, role: .muted)] } ?? []
    return Page(title: status.title, lines: [.text(message, role: .failure)] + help)
  }
}
