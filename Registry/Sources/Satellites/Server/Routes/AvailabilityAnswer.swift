import Hummingbird

/// `GET /availability`: requested by clients before they use a default registry URL.
struct AvailabilityAnswer: Sendable {
  func handle(_ request: Request, _ context: some RequestContext) throws -> Response {
    .json("{\"available\":true}")
  }
}
