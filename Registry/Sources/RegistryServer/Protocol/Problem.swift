import HTTPTypes
import Hummingbird
import RegistryModel

/// A refusal as clients read it: an RFC 7807 problem document.
struct Problem: Error, Sendable {
  let status: HTTPResponse.Status
  /// A sentence's worth of words, without a full stop, for the person behind the client.
  let detail: String
  var headers: HTTPFields
  /// Whether what was sent is there already, just as it was sent.
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
