import Foundation
import ProgramTesting

/// The sandbox's cards: the one that works, and the six faults of a processor.
enum Card: String, CaseIterable {
  case success
  case declined
  case timeoutBefore = "timeout-before"
  case timeoutAfter = "timeout-after"
  case lostAnswer = "lost-answer"
  case unreachable
  case serverError = "server-error"

  /// How `cookr meal` ends with it when nothing else goes wrong.
  var status: Int {
    switch self {
    case .success, .timeoutAfter, .lostAnswer, .serverError: 0
    case .declined: 30
    case .timeoutBefore, .unreachable: 31
    }
  }
}

/// Which of many points a test visits: all of them with `TORTURE=1`, else a spread of them.
enum Sweep {
  static let isWhole = ProcessInfo.processInfo.environment["TORTURE"] == "1"

  /// Every number up to `count`, or each `stride`th; `offset` sets one spread apart from others.
  static func points(upTo count: Int, every stride: Int, offset: Int = 0) -> [Int] {
    isWhole
      ? Array(1...count)
      : Array(Swift.stride(from: 1 + offset % stride, through: count, by: stride))
  }

  /// Asks the program to end before a change.
  static func terminate(before change: Int, below folder: String, _: Bool) -> KillSwitch {
    .signal(SIGTERM, before: change, below: folder)
  }

  /// Whether the change at a point reaches the file by half: both, or one after the other.
  static func tearing(at index: Int) -> [Bool] {
    isWhole ? [false, true] : [!index.isMultiple(of: 2)]
  }
}
