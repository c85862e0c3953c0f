import HTTPTypes
import Hummingbird
import Base
import Model

/// An error that is sent to the client as a problem document (RFC 7807).
struct Problem: Error, Sendable {
  let status: HTTPResponse.Status
  /// The message for the user of the client: a lower-case fragment without a full stop.
  let detail: String
  var headers: HTTPFields
  /// Whether the release already exists with exactly the sent content.
  var isIdentical: Bool

  init(
    _ status: HTTPResponse.Status,
    _ detail: String,
    headers: HTTPFields = [:],
    isIdentical: Bool = false
  ) {
    self.status = status
    self.detail = detail
    self.headers = headers
    self.isIdentical = isIdentical
  }

  func response() -> Response {
    var headers = headers
    headers[.contentType] = "application/problem+json"
    headers[.contentLanguage] = "en"
    headers[.cacheControl] = "no-store"
    let body = ByteBuffer(string: json)
    headers[.contentLength] = String(body.readableBytes)
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }

  /// One line with sorted keys.
  var json: String {
    var members: [String: JSONValue] = [
      "detail": .string(detail),
      "status": .integer(status.code),
      "title": .string(status.reasonPhrase),
    ]
    if isIdentical { members["identical"] = .bool(true) }
    return JSONValue.object(members).compact
  }
}
