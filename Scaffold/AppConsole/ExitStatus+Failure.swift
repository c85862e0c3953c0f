import FlowKit
import Persistence

extension ExitStatus {
  /// The status of a failure that no component of the app has given one: that of its kind.
  init(_ failure: FlowFailure) {
    self = Self.shared[failure.code] ?? Self.byKind[failure.kind] ?? .failed
  }

  /// What a page about a failure with this status is titled.
  var title: String {
    switch self {
    case .invalidAnswer, .unanswered: "That is not a valid answer"
    case .unknownLink, .notFound: "Not found"
    case .notPossible, .notPaid: "Not possible"
    case .unavailable, .noChef, .locked: "Not available at the moment"
    case .damaged: "Damaged data"
    case .invalidSetting: "Invalid setting"
    case .declined: "Declined"
    case .paymentOpen: "Payment in progress"
    case .diskFull, .notWritable, .newerDatabase: "The data cannot be used"
    case .cancelled: "Stopped"
    case .failed, .updatesWaiting, .misused: "Something went wrong"
    }
  }

  private static let byKind: [FlowFailure.Kind: ExitStatus] = [
    .invalid: .invalidAnswer,
    .notFound: .notFound,
    .conflict: .notPossible,
    .unavailable: .unavailable,
    .damaged: .damaged,
    .misconfigured: .invalidSetting,
  ]

  /// Failures of flows in general and of the storage that scripts tell apart.
  private static let shared: [FlowFailure.Code: ExitStatus] = [
    .unanswered: .unanswered,
    .unknownLink: .unknownLink,
    .storageFull: .diskFull,
    .storageNotWritable: .notWritable,
    .storageLocked: .locked,
    .storageDamaged: .damaged,
    .storageNewer: .newerDatabase,
  ]
}
