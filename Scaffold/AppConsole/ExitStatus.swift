import FlowKit
import Persistence

/// How the process ends; the numbers are part of the command line's interface.
package enum ExitStatus: Int32, CaseIterable {
  case failed = 1
  case invalidAnswer = 10
  case unanswered = 11
  case unknownLink = 12
  case notFound = 13
  case notPossible = 14
  case unavailable = 15
  case noChef = 20
  case declined = 30
  case notPaid = 31
  case paymentOpen = 32
  case updatesWaiting = 40
  case diskFull = 50
  case notWritable = 51
  case locked = 52
  case damaged = 53
  case newerDatabase = 54
  case invalidSetting = 60
  case misused = 64
  case cancelled = 130

  /// The status of a failure that no component of the app has given one: that of its kind.
  init(_ failure: FlowFailure) {
    self = Self.shared[failure.code] ?? Self.byKind[failure.kind] ?? .failed
  }

  /// The title of a page about a failure with this status.
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
