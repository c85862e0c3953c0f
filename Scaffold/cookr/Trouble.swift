import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import Persistence
import StatusUpdates

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
  fileprivate init(_ code: FlowFailure.Code) {
    self =
      switch code {
      case .invalidAnswer, .invalidParameters: .invalidAnswer
      case .unanswered: .unanswered
      case .unknownLink: .unknownLink
      case .noSuchOrder, .unknownOrder: .unknownOrder
      case .notPossible, .orderCancelled: .notPossible
      case .chefsNone: .noChef
      case .paymentsDeclined: .declined
      case .paymentsNotCharged, .paymentsNotPaid, .paymentsNotRefunded, .paymentsExceeded: .notPaid
      case .paymentsPending, .paymentsUnderWay, .paymentsUnrecorded, .cancelledUnsettled:
        .paymentOpen
      case .webhookConfiguration, .invalidPace, .chefsSetting: .invalidSetting
      case .storageFull: .diskFull
      case .storageNotWritable: .notWritable
      case .storageLocked: .locked
      case .storageDamaged, .damagedTimeline, .damagedMenu, .chefsDamaged: .damaged
      case .storageNewer: .newerDatabase
      default: .failed
      }
  }
}
