import HTTPTypes
import Hummingbird

/// Answers 304 without a body if the client already has the current content (RFC 9110, 13.1.2).
struct ConditionalMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard request.method == .get || request.method == .head, response.status == .ok,
      let tag = response.headers[.eTag],
      EntityTags(request.headers[.ifNoneMatch])?.contains(tag) == true
    else { return response }
    for field in [.contentDisposition, .contentLength, .contentType] as [HTTPField.Name] {
      response.headers[field] = nil
    }
    return Response(status: .notModified, headers: response.headers)
  }
}
