import FlowKit
import Persistence

/// Why a command did not do what it was asked, with the exit status that says so to scripts.
struct Trouble: Error {
  let status: ExitStatus
  let message: String
  let help: String?

  init(_ status: ExitStatus, _ message: String, help: String? = nil) {
    self.status = status
    self.message = message
    self.help = help
  }

  /// Puts any error into the person's words.
  init(_ error: any Error) {
    switch error {
    case let trouble as Trouble:
      self = trouble
    case is CancellationError:
      self.init(.cancelled, "cancelled")
    case let failure as FlowFailure:
      self.init(ExitStatus(failure.code), failure.message, help: failure.help)
    default:
      self.init(.failed, "\(error)")
    }
  }
}

extension ExitStatus {
  /// The status of a failure, which its component, or else the app, knows.
  fileprivate init(_ code: FlowFailure.Code) {
    self = Self.byCode[code] ?? .failed
  }

  private static let byCode = AppComponent.all.reduce(into: ofTheApp) { statuses, component in
    statuses.merge(component.statuses) { known, _ in known }
  }

  /// The failures of the app itself and of its storage, and those that all flows share.
  private static let ofTheApp: [FlowFailure.Code: ExitStatus] = [
    .invalidAnswer: .invalidAnswer,
    .invalidParameters: .invalidAnswer,
    .unanswered: .unanswered,
    .unknownLink: .unknownLink,
    .noSuchOrder: .unknownOrder,
    .notPossible: .notPossible,
    .orderCancelled: .notPossible,
    .cancelledUnsettled: .paymentOpen,
    .storageFull: .diskFull,
    .storageNotWritable: .notWritable,
    .storageLocked: .locked,
    .storageDamaged: .damaged,
    .storageNewer: .newerDatabase,
  ]
}
