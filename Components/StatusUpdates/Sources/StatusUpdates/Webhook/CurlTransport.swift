import CCurl
import Dispatch
import FlowKit
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends webhook requests with the system's libcurl: no cookies, no cache, no redirects.
///
/// The `URLSession` of Swift on Linux stands on libcurl too, but ends the process where a receiver
/// closes the connection within its answer's head (Swift 6.3), and is loaded with the app whether or
/// not there is a webhook. libcurl itself is loaded by the first request.
public struct CurlTransport: WebhookTransport {
  private let timeout: Duration
  private let longestBody: Int

  /// Makes a transport that waits `timeout` for a whole answer, however slowly it trickles in, and
  /// reads at most `longestBody` bytes of its body.
  public init(timeout: Duration = .seconds(5), longestBody: Int = 65_536) {
    self.timeout = timeout
    self.longestBody = longestBody
  }

  /// Sends the request; an answer whose body is too long counts by its status.
  ///
  /// Cancelling the task returns at once, while the exchange ends by itself within the time limit.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/unavailable`` that says in words what went wrong.
  public func send(_ request: WebhookRequest) async throws -> WebhookResponse {
    let headers = try headerLines(of: request)
    let answer = Answer()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        answer.wait(continuation)
        // A blocking call must not occupy one of the few threads that all tasks share.
        DispatchQueue.global().async {
          answer.end(Result { try exchange(request, headers: headers) })
        }
      }
    } onCancel: {
      answer.end(.failure(CancellationError()))
    }
  }

  private func exchange(_ request: WebhookRequest, headers: String) throws -> WebhookResponse {
    let milliseconds = Int((timeout / .milliseconds(1)).rounded(.up))
    var answer = request.body.withUnsafeBytes { body in
      ccurl_post(
        request.url.absoluteString,
        headers,
        body.baseAddress,
        body.count,
        milliseconds,
        longestBody
      )
    }
    let isWhole = answer.has_head != 0 && (answer.result == 0 || answer.is_cut_off != 0)
    guard isWhole else {
      throw FlowFailure(.unavailable, problem(answer.result, in: text(&answer.problem)))
    }
    let retryAfter = text(&answer.retry_after).trimmingSpaces()
    return WebhookResponse(
      status: answer.status,
      retryAfter: retryAfter.isEmpty ? nil : retryAfter
    )
  }

  /// What went wrong, by libcurl's result codes, of which each has one meaning for ever.
  private func problem(_ result: Int32, in words: String) -> String {
    switch result {
    case -1: "libcurl, which sends webhooks, is not installed"
    case 5, 6: "the receiver's host is not known"
    case 7: "the receiver accepts no connection"
    case 28: "no answer within \(timeout)"
    // Zero: closed within the head, which libcurl takes for a whole answer.
    case 0, 18, 52, 55, 56, 92: "the receiver broke the connection off"
    case 35, 51, 60: "the receiver cannot be trusted: \(words.escapingControls)"
    default: "the request failed: \(words.escapingControls)"
    }
  }

  /// One field a line.
  private func headerLines(of request: WebhookRequest) throws -> String {
    let lines = request.headers.map { "\($0.key): \($0.value)" }.sorted()
    if let line = lines.first(where: \.hasControls) {
      throw FlowFailure(.unavailable, "the header '\(line.escapingControls)' cannot be sent")
    }
    return lines.joined(separator: "\n")
  }

  /// The text in a C array of characters.
  private func text<Characters>(_ characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// Whatever comes first, the answer or a cancellation; what follows it is ignored.
private final class Answer: Sendable {
  private struct State {
    var continuation: CheckedContinuation<WebhookResponse, any Error>?
    var result: Result<WebhookResponse, any Error>?
  }

  private let state = Mutex(State())

  func wait(_ continuation: CheckedContinuation<WebhookResponse, any Error>) {
    let result = state.withLock { state in
      if state.result == nil { state.continuation = continuation }
      return state.result
    }
    if let result { continuation.resume(with: result) }
  }

  func end(_ result: Result<WebhookResponse, any Error>) {
    let continuation = state.withLock {
      state -> CheckedContinuation<WebhookResponse, any Error>? in
      guard state.result == nil else { return nil }
      state.result = result
      return state.continuation.take()
    }
    continuation?.resume(with: result)
  }
}
