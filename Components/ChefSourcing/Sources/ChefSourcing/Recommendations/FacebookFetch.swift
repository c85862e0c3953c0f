import CCurlGet
import Dispatch
import FlowKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends GETs with the system's libcurl: no cookies, no cache, no redirects.
///
/// `URLSession` ends the process on Linux where a server breaks off within its answer's head, also
/// of a GET (Swift 6.3).
struct CurlFetch: Sendable {
  struct Response: Sendable {
    let status: Int
    let body: Data
  }

  private let timeout: Duration
  private let longestBody: Int

  /// Waits `timeout` for a whole answer, however slowly it trickles in.
  init(timeout: Duration, longestBody: Int = 1_048_576) {
    self.timeout = timeout
    self.longestBody = longestBody
  }

  /// Sends one request.
  ///
  /// Cancelling the task returns at once, while the exchange ends by itself within the time limit.
  ///
  /// - Throws: a `FlowFailure` with `unavailable` that says in words what went wrong.
  func get(_ url: String, headerField: String) async throws -> Response {
    let (responses, continuation) = AsyncThrowingStream<Response, any Error>.makeStream()
    // A blocking call must not occupy one of the few threads that all tasks share.
    DispatchQueue.global().async {
      continuation.yield(with: Result { try exchange(url, headerField) })
      continuation.finish()
    }
    for try await response in responses { return response }
    throw CancellationError()
  }

  private func exchange(_ url: String, _ headerField: String) throws -> Response {
    let milliseconds = Int((timeout / .milliseconds(1)).rounded(.up))
    var answer = ccurl_get_answer()
    let bytes = [UInt8](unsafeUninitializedCapacity: longestBody) { body, length in
      answer = ccurl_get(url, headerField, milliseconds, body.baseAddress, longestBody)
      length = answer.body_length
    }
    if let problem = problem(with: answer) { throw FlowFailure(.unavailable, problem) }
    return Response(status: answer.status, body: Data(bytes))
  }

  /// What went wrong, by libcurl's result codes, of which each has one meaning for ever.
  private func problem(with answer: ccurl_get_answer) -> String? {
    if answer.is_cut_off != 0 {
      return "Facebook's answer is longer than \(longestBody) bytes"
    }
    return switch answer.result {
    // Closed within the head, libcurl takes it for a whole answer.
    case 0: answer.has_head == 0 ? "Facebook broke the connection off" : nil
    case -1: "libcurl, which asks Facebook, is not installed"
    case 5, 6: "Facebook's address is not known"
    case 7: "Facebook accepts no connection"
    case 28: "there was no answer within \(timeout)"
    case 18, 52, 55, 56, 92: "Facebook broke the connection off"
    case 35, 51, 60: "Facebook's server cannot be trusted"
    default: "the request to Facebook failed with curl's error \(answer.result)"
    }
  }
}
