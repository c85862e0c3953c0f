public import Foundation
import StatusUpdates

/// The result of a run of the dispatcher, and the state of the outbox after it.
public struct DispatchReport: Hashable, Sendable {
  public let delivered: Int
  public let waiting: Int
  /// The number of messages that this or an earlier run gave up, and that are kept.
  public let givenUp: Int
  /// Why the latest attempt failed: of the message that is due next, or else of the one that was
  /// given up last; `nil` if no attempt has failed.
  public internal(set) var problem: String?
  /// When the next message is due, which may be in the past; `nil` if none waits, or if no webhook
  /// is configured.
  public internal(set) var nextAttempt: Date?

  public var isClear: Bool {
    waiting == 0 && givenUp == 0
  }
}

extension DispatchReport: CustomStringConvertible {
  init(delivered: Int, _ state: OutboxState) {
    self.init(
      delivered: delivered,
      waiting: state.waiting,
      givenUp: state.givenUp,
      problem: state.problem,
      nextAttempt: state.nextAttempt
    )
  }

  /// The report as one line, such as `webhook: 1 delivered, 2 waiting, 0 given up (…)`.
  public var description: String {
    let reason = problem.map { " (\($0))" } ?? ""
    return "webhook: \(delivered) delivered, \(waiting) waiting, \(givenUp) given up\(reason)"
  }
}
