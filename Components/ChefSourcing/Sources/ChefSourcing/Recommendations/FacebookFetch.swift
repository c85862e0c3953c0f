import FlowKit
import HTTPClient

/// Reads from Facebook, and says in words what went wrong.
struct FacebookFetch: Sendable {
  private let client: CurlClient
  private let timeout: Duration
  private let longestBody: Int

  /// Waits `timeout` for a whole answer, however slowly it trickles in.
  init(timeout: Duration, longestBody: Int = 1_048_576) {
    client = CurlClient(timeout: timeout, longestBody: longestBody)
    self.timeout = timeout
    self.longestBody = longestBody
  }

  /// Sends one request.
  ///
  /// - Throws: a `FlowFailure` with `unavailable` without anything that the peer said.
  func get(_ url: String, token: AccessToken) async throws -> HTTPResponse {
    do {
      let response = try await client.send(HTTPRequest(.get, url, headers: token.headers))
      guard !response.isTruncated else {
        throw FlowFailure(.unavailable, "Facebook's answer is longer than \(longestBody) bytes")
      }
      return response
    } catch let error as HTTPError {
      throw FlowFailure(.unavailable, problem(error))
    }
  }

  private func problem(_ error: HTTPError) -> String {
    switch error.code {
    case .unknownHost: "Facebook's address is not known"
    case .refused: "Facebook accepts no connection"
    case .timedOut: "there was no answer within \(timeout)"
    case .connectionClosed: "Facebook broke the connection off"
    case .untrusted: "Facebook's server cannot be trusted"
    default: "the request to Facebook failed (\(error.code.rawValue))"
    }
  }
}
