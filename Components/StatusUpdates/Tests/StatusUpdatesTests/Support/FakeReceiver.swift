import Foundation
import HTTPClient
import Synchronization

@testable import StatusUpdates
@testable import StatusUpdatesWebhook

/// A webhook's receiver in the same process: answers by a closure and remembers what it got.
final class FakeReceiver: Sendable {
  enum Answer: Sendable {
    case response(HTTPResponse)
    case failure(any Error & Sendable)

    static func status(_ code: Int, retryAfter: String? = nil) -> Answer {
      .response(
        HTTPResponse(status: code, headers: retryAfter.map { ["retry-after": $0] } ?? [:])
      )
    }
  }

  private let answer: @Sendable (WebhookEvent) -> Answer
  private let received = Mutex<[HTTPRequest]>([])

  init(_ answer: @escaping @Sendable (WebhookEvent) -> Answer) {
    self.answer = answer
  }

  /// Answers by the list, whose last answer is repeated.
  convenience init(_ answers: Answer...) {
    let rest = Mutex(answers)
    self.init { _ in rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
  }

  var requests: [HTTPRequest] {
    received.withLock(\.self)
  }

  /// The messages in the order in which they came, repetitions included.
  var ids: [String] {
    requests.map { $0.headers["X-CookR-Event-Id"] ?? "" }
  }

  @Sendable func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    received.withLock { $0.append(request) }
    guard case .post(let body) = request.method else { preconditionFailure("webhooks are POSTs") }
    switch answer(try JSONDecoder().decode(WebhookEvent.self, from: Data(body))) {
    case .response(let response): return response
    case .failure(let error): throw error
    }
  }
}

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
