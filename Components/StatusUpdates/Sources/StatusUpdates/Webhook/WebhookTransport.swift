#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Carries a request to the receiver and brings back what it answered.
public protocol WebhookTransport: Sendable {
  /// Sends the request once: no repetition, no redirect followed.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; any other error means that there was
  ///   no complete answer within the transport's own time limit, and its description says why.
  func send(_ request: WebhookRequest) async throws -> WebhookResponse
}

/// An HTTP POST.
public struct WebhookRequest: Hashable, Sendable {
  /// Where it goes.
  public let url: URL
  /// The header fields.
  public let headers: [String: String]
  /// The bytes of the JSON text.
  public let body: Data

  /// Makes a request.
  public init(url: URL, headers: [String: String], body: Data) {
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Makes the signed request of one attempt to deliver a message.
  public init(_ message: OutboxMessage, to webhook: WebhookConfiguration, at instant: Date) {
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

/// What a receiver answered; its body does not matter.
public struct WebhookResponse: Hashable, Sendable {
  /// The HTTP status code.
  public let status: Int
  /// The `Retry-After` header as it came.
  public let retryAfter: String?

  /// Makes a response.
  public init(status: Int, retryAfter: String? = nil) {
    self.status = status
    self.retryAfter = retryAfter
  }
}
