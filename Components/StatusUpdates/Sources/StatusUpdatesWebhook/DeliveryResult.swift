import FlowKit
import Foundation
import HTTPClient
import StatusUpdates

/// The consequence of a receiver's answer, or of none, for the message.
///
/// | answer | result |
/// |---|---|
/// | 2xx | delivered |
/// | 401, 403, 404, 407, 408, 425, 429, 1xx, 3xx, 5xx | tried again: the receiver is busy, or its address or secret is being put right |
/// | every other 4xx, 410 among them | given up: the same bytes will not be wanted later either |
enum DeliveryResult: Hashable, Sendable {
  case delivered
  /// `after` is the delay that the receiver asked for.
  case tryAgain(problem: String, after: Duration?)
  case giveUp(problem: String)
  /// No answer came; other messages would get none either.
  case unreachable(problem: String)

  private static let curable: Set<Int> = [401, 403, 404, 407, 408, 425, 429]

  init(_ response: HTTPResponse, at now: Date) {
    let problem = "the receiver answered \(response.status)"
    switch response.status {
    case 200..<300:
      self = .delivered
    case 400..<500 where !Self.curable.contains(response.status):
      self = .giveUp(problem: problem)
    default:
      let after = response.headers["retry-after"].flatMap { Self.delay(readFrom: $0, at: now) }
      self = .tryAgain(problem: problem, after: after)
    }
  }

  /// Reads seconds or a date (RFC 9110, section 10.2.3); anything else is as good as absent.
  private static func delay(readFrom text: String, at now: Date) -> Duration? {
    let text = text.trimmingSpaces()
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Int32(text).map { .seconds($0) }
    }
    return date(readFrom: text).map { max(.zero, now.duration(until: $0)) }
  }

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7, the preferred form).
  private static func date(readFrom text: String) -> Date? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT",
      let month = months.firstIndex(of: String(parts[2])).map({ $0 + 1 })
    else { return nil }
    let written = "\(parts[3])-\(month < 10 ? "0" : "")\(month)-\(parts[1])T\(parts[4])Z"
    return try? Date(written, strategy: .iso8601)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

/// The time limits of a run of the dispatcher.
struct DispatchLimits: Hashable, Sendable {
  var retry = RetryPolicy.standard
  /// How long to wait for a whole answer, however slowly it trickles in.
  var answer = Duration.seconds(5)
  /// How long a claim excludes other senders; must exceed `answer`.
  var claim = Duration.seconds(30)
  /// The time after which a run claims no further message.
  var run = Duration.seconds(10)
}

/// When a failed message is sent again, and when it is given up.
struct RetryPolicy: Hashable, Sendable {
  /// The delay after the first failed attempt; it doubles with each further one.
  let firstDelay: Duration
  let longestDelay: Duration
  /// The number of failed attempts after which a message is given up.
  let attempts: Int

  /// From 5 seconds to 6 hours, 20 attempts: about two days in all.
  static let standard = RetryPolicy(
    firstDelay: .seconds(5),
    longestDelay: .seconds(6 * 3600),
    attempts: 20
  )

  /// The delay after the last of `failures` failed attempts; `nil` if the message is to be given
  /// up.
  ///
  /// Half of it is fixed and half is `random` (from 0 up to 1), so that messages that failed together
  /// are not sent again together. A delay that the receiver asked for is kept, up to a day.
  func delay(afterFailures failures: Int, asked: Duration?, random: Double) -> Duration? {
    guard failures < attempts else { return nil }
    // Past 2^40 the longest delay has long been reached, and the product would overflow.
    let doublings = min(max(failures - 1, 0), 40)
    let full = min(firstDelay * (1 << doublings), longestDelay)
    let delay = full / 2 + full / 2 * random
    return max(delay, min(asked ?? .zero, .seconds(24 * 3600)))
  }
}
