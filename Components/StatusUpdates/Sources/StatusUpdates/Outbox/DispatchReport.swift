public import Foundation

/// The result of a run that sends messages, and the state of the outbox after it.
public struct DispatchReport: Hashable, Sendable {
  public package(set) var delivered = 0
  public let waiting: Int
  /// The number of messages that this or an earlier run gave up, and that are kept.
  public let givenUp: Int
  /// Why the latest attempt failed: of the message that is due next, or else of the one that was
  /// given up last; `nil` if no attempt has failed.
  public package(set) var problem: String?
  /// When the next message can be sent, which may be in the past; `nil` if none waits, or if no
  /// webhook is configured.
  public package(set) var nextAttempt: Date?

  public var isClear: Bool {
    waiting == 0 && givenUp == 0
  }
}

extension DispatchReport: CustomStringConvertible {
  /// The report as one line, such as `webhook: 1 delivered, 2 waiting, 0 given up (…)`.
  public var description: String {
    let reason = problem.map { " (\($0))" } ?? ""
    return "webhook: \(delivered) delivered, \(waiting) waiting, \(givenUp) given up\(reason)"
  }
}
