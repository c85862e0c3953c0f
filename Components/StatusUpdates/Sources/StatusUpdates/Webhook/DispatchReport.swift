/// What a run of the dispatcher came to.
public struct DispatchReport: Hashable, Sendable {
  /// How many messages were delivered in this run.
  public let delivered: Int
  /// How many messages are still to be sent.
  public let waiting: Int
  /// How many messages are kept but not sent any more.
  public let givenUp: Int
  /// Why the latest attempt failed, where some message is not delivered.
  public let problem: String?

  /// Makes a report.
  public init(delivered: Int, waiting: Int, givenUp: Int, problem: String? = nil) {
    self.delivered = delivered
    self.waiting = waiting
    self.givenUp = givenUp
    self.problem = problem
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
