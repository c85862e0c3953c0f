import FlowKit
import HTTPClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends webhook requests with the system's libcurl: no cookies, no cache, no redirects.
struct CurlTransport: WebhookTransport {
  private let client: CurlClient
  private let timeout: Duration

  /// Makes a transport that waits `timeout` for a whole answer, however slowly it trickles in, and
  /// reads at most `longestBody` bytes of its body.
  init(timeout: Duration = .seconds(5), longestBody: Int = 65_536) {
    client = CurlClient(timeout: timeout, longestBody: longestBody)
    self.timeout = timeout
  }

  /// Sends the request; an answer whose body is too long counts by its status.
  ///
  /// Cancelling the task returns at once, while the exchange ends by itself within the time limit.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/unavailable`` that says in words what went wrong.
  func send(_ request: WebhookRequest) async throws -> WebhookResponse {
    do {
      let response = try await client.send(
        HTTPRequest(
          .post(Array(request.body)),
          request.url.absoluteString,
          headers: request.headers
        )
      )
      let retryAfter = response.headers["retry-after"] ?? ""
      return WebhookResponse(
        status: response.status,
        retryAfter: retryAfter.isEmpty ? nil : retryAfter
      )
    } catch let error as HTTPError {
      throw FlowFailure(.unavailable, problem(error))
    }
  }

  private func problem(_ error: HTTPError) -> String {
    switch error.code {
    case .unknownHost: "the receiver's host is not known"
    case .refused: "the receiver accepts no connection"
    case .timedOut: "no answer within \(timeout)"
    case .connectionClosed: "the receiver broke the connection off"
    case .untrusted: "the receiver cannot be trusted: \(error.message.printable)"
    default: "the request failed: \(error.message.printable)"
    }
  }
}
