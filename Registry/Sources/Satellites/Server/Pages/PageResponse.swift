import HTTPTypes
import Hummingbird
import Site

/// Responses with the headers of pages: security policy, caching, content type.
enum PageResponse {
  static func html(
    _ text: ByteBuffer,
    status: HTTPResponse.Status = .ok,
    tag: String?
  ) -> Response {
    var response = response(text, "text/html; charset=utf-8", status: status)
    response.headers[.contentSecurityPolicy] = ContentPolicy.servedPage
    response.headers[.contentLanguage] = "en"
    response.headers[.referrerPolicy] = "same-origin"
    response.headers[.vary] = "Accept"
    // Cached but revalidated, because a page may change with each commit.
    response.headers[.cacheControl] = "no-cache"
    response.headers[.eTag] = tag
    return response
  }

  /// For programs, not for browsers.
  static func data(_ text: ByteBuffer, _ type: String, tag: String) -> Response {
    var response = response(text, type)
    response.headers[.vary] = "Accept"
    response.headers[.cacheControl] = "no-cache"
    response.headers[.eTag] = tag
    return response
  }

  /// A response that may be cached forever: the content at its address never changes.
  static func fixed(_ text: String, _ type: String) -> Response {
    var response = response(ByteBuffer(string: text), type)
    response.headers[.cacheControl] = "public, max-age=31536000, immutable"
    response.headers[.contentSecurityPolicy] = ContentPolicy.content
    return response
  }

  static func notModified(tag: String) -> Response {
    Response(
      status: .notModified,
      headers: [.eTag: tag, .cacheControl: "no-cache", .vary: "Accept"]
    )
  }

  private static func response(
    _ body: ByteBuffer,
    _ type: String,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    let headers: HTTPFields = [
      .contentType: type, .contentLength: String(body.readableBytes),
    ]
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

extension HTTPField.Name {
  static let refresh = known("Refresh")
  static let referrerPolicy = known("Referrer-Policy")
}
