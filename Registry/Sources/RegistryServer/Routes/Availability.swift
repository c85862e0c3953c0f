import Hummingbird

/// `GET /availability`: clients ask it before they use a registry that they were given by its URL.
struct Availability: Sendable {
  func handle(_ request: Request, _ context: some RequestContext) throws -> Response {
    .json("{\"available\":true}")
  }
}
