import HTTPClient

@testable import StatusUpdates
@testable import StatusUpdatesWebhook

/// Passes requests on to a receiver, with something else happening before and after each.
struct TappedTransport: WebhookTransport {
  let base: any WebhookTransport
  var before: @Sendable () throws -> Void = {}
  var after: @Sendable () throws -> Void = {}

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try before()
    let response = try await base.send(request)
    try after()
    return response
  }
}
