import Foundation
import Synchronization

@testable import StatusUpdates

/// A clock that stands still until it is told otherwise.
final class TestClock: Sendable {
  private let instant: Mutex<Date>

  /// Starts at 2026-11-21T09:00:00Z.
  init(_ start: Date = Date(timeIntervalSince1970: 1_795_251_600)) {
    instant = Mutex(start)
  }

  var now: Date {
    instant.withLock(\.self)
  }

  func advance(by seconds: Double) {
    instant.withLock { $0.addTimeInterval(seconds) }
  }

  /// The same clock for the component: sleeping takes no time and moves it on.
  var statusClock: StatusClock {
    StatusClock(
      now: { self.now },
      sleep: { self.advance(by: $0 / .seconds(1)) },
      timeZone: .gmt
    )
  }
}

extension TimeZone {
  static let gmtPlusOne = TimeZone(secondsFromGMT: 3600) ?? .gmt
}
