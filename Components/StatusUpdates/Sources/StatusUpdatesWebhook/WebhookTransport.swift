import StatusUpdatesInterface

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends a request to the receiver, and returns its answer.
protocol WebhookTransport: Sendable {
  /// Sends the request once: no repetition, no redirect followed.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; any other error means that there was
  ///   no complete answer within the transport's own time limit, and its description says why.
  func send(_ request: WebhookRequest) async throws -> WebhookResponse
}

/// An HTTP POST.
struct WebhookRequest: Hashable, Sendable {
  /// The address of the receiver.
  let url: URL
  /// The header fields.
  let headers: [String: String]
  /// The bytes of the JSON text.
  let body: Data

  /// Makes a request.
  init(url: URL, headers: [String: String], body: Data) {
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Makes the signed request of one attempt to deliver a message.
  init(_ message: OutboxMessage, to webhook: WebhookConfiguration, at instant: Date) {
    let body = Data(message.body.utf8)
    self.init(
      url: webhook.url,
      headers: [
        "Content-Type": "application/json",
        "User-Agent": "CookR-StatusUpdates/1",
        "X-CookR-Event-Id": message.id.rawValue,
        "X-CookR-Timestamp": String(Int64(instant.timeIntervalSince1970.rounded(.down))),
        WebhookSignature.headerName:
          WebhookSignature.sign(body, at: instant, with: webhook.secret),
      ],
      body: body
    )
  }
}

/// The answer of a receiver, without its body.
struct WebhookResponse: Hashable, Sendable {
  /// The HTTP status code.
  let status: Int
  /// The unparsed `Retry-After` header.
  let retryAfter: String?

  /// Makes a response.
  init(status: Int, retryAfter: String? = nil) {
    self.status = status
    self.retryAfter = retryAfter
  }
}
