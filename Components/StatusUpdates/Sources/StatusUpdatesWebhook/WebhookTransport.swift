import FlowKit
import Foundation
import HTTPClient
import StatusUpdates

/// Sends requests to the receiver: each once, with no redirect followed.
protocol WebhookTransport: Sendable {
  /// - Throws: `CancellationError` when the task is cancelled; any other error means that there was
  ///   no complete answer within the transport's own time limit.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

extension CurlClient: WebhookTransport {}

extension HTTPRequest {
  /// The signed request of one attempt to deliver a message.
  init(_ message: OutboxMessage, to webhook: WebhookConfiguration, at instant: Date) {
    let signature = WebhookSignature.sign(
      Data(message.body.utf8),
      at: instant,
      with: webhook.secret
    )
    self.init(
      .post(Array(message.body.utf8)),
      webhook.url.absoluteString,
      headers: [
        "Content-Type": "application/json",
        "User-Agent": "CookR-StatusUpdates/1",
        "X-CookR-Event-Id": message.id.rawValue,
        "X-CookR-Timestamp": String(Int64(instant.timeIntervalSince1970.rounded(.down))),
        WebhookSignature.headerName: signature,
      ]
    )
  }
}
