import Base
import Model
import Versions
import HTTPTypes

/// Maps errors of publishing to problems by who can fix them.
enum PublishFault {
  /// Errors of a submission, and not of the repository.
  private static let faultsOfSenders: Set<OperationError.Code> = [
    .invalidName, .invalidMetadata, .invalidPackage,
    .invalidReason, .invalidVersion, .malformedGitFile, .noPackage, .noReason, .reasonTooLong,
    .requirementUnmet, .unknownRelease, .versionNotNewest,
  ]

  private static let conflicts: Set<OperationError.Code> = [
    .collision, .groupMember, .tagExists, .uncommittedChanges, .unreleasedChanges, .versionTaken,
  ]

  /// Errors that may not occur again at the next attempt.
  private static let passing: Set<OperationError.Code> = [
    .locked, .operationInProgress, .parserBusy, .releasesTakenBack,
  ]

  /// An archive that cannot be unpacked, or not within the limits.
  static func problem(ofArchive error: OperationError) -> Problem {
    Problem(error.code == .tooLarge ? .contentTooLarge : .unprocessableContent, error.message)
  }

  /// The error itself if it is a fault of the repository or the server.
  static func problem(for error: any Error) -> any Error {
    switch error {
    case let error as OperationError where error.code == .forbidden:
      return Problem(.forbidden, error.sentence)
    case let error as OperationError where conflicts.contains(error.code):
      return Problem(.conflict, error.sentence)
    case let error as OperationError where faultsOfSenders.contains(error.code):
      return Problem(.unprocessableContent, error.sentence)
    case let error as OperationError where passing.contains(error.code):
      return Problem(.serviceUnavailable, error.sentence, headers: [.retryAfter: "10"])
    default: return error
    }
  }
}

extension OperationError {
  /// Context, message and help on one line, for a problem document.
  fileprivate var sentence: String {
    let what = context.map { "\($0): \(message)" } ?? message
    return help.map { "\(what); \($0)" } ?? what
  }
}
