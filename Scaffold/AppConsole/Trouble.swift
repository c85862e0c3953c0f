package import FlowKit
import Persistence

/// Why a command did not do what it was asked, with the exit status that says so to scripts.
package struct Trouble: Error {
  package let status: ExitStatus
  package let message: String
  package let help: String?

  /// That the person backed out, with nothing more to say.
  package static let cancelled = Trouble(.cancelled, "cancelled")

  package init(_ status: ExitStatus, _ message: String, help: String? = nil) {
    self.status = status
    self.message = message
    self.help = help
  }

  /// Puts any error into the person's words.
  ///
  /// - Parameter statuses: the failures that have an exit status of their own in the app; all others
  ///   end with the status of their kind.
  package init(_ error: any Error, statuses: [FlowFailure.Code: ExitStatus]) {
    switch error {
    case let trouble as Trouble:
      self = trouble
    case is CancellationError:
      self = .cancelled
    case let failure as FlowFailure:
      let status = statuses[failure.code] ?? ExitStatus(failure)
      self.init(status, failure.message, help: failure.help)
    default:
      self.init(.failed, "\(error)")
    }
  }

  /// What a person sees of it where a page is shown.
  package var page: Page {
    let help = help.map { [Page.Line.text($0, role: .muted)] } ?? []
    return Page(title: status.title, lines: [.text(message, role: .failure)] + help)
  }
}
