#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a run of the dispatcher came to, and how things stand after it.
public struct DispatchReport: Hashable, Sendable {
  /// How many messages were delivered in this run.
  public let delivered: Int
  /// How many messages are still to be sent.
  public let waiting: Int
  /// How many messages are kept but not sent any more, in whichever run they were given up.
  public let givenUp: Int
  /// Why the message that is due next, or else the one that was given up last, failed in the latest
  /// attempt, whichever run made it; nil where no attempt has failed.
  public let problem: String?
  /// When the next message is due, which may be the past; nil where none waits, or nobody sends it.
  public let nextAttempt: Date?

  /// Makes a report.
  public init(
    delivered: Int,
    waiting: Int,
    givenUp: Int,
    problem: String? = nil,
    nextAttempt: Date? = nil
  ) {
    self.delivered = delivered
    self.waiting = waiting
    self.givenUp = givenUp
    self.problem = problem
    self.nextAttempt = nextAttempt
  }

  init(delivered: Int, _ state: OutboxState) {
    self.init(
      delivered: delivered,
      waiting: state.waiting,
      givenUp: state.givenUp,
      problem: state.problem,
      nextAttempt: state.nextAttempt
    )
  }

  /// Whether nothing is left to worry about.
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
