import HTTPTypes
import Hummingbird
import NIOCore

extension ForeignRegistry {
  func json(_ status: Int, _ text: String) -> Response {
    Response(
      status: HTTPResponse.Status(code: status),
      headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text))
    )
  }

  func problem(_ status: Int, _ detail: String) -> Response {
    var response = json(status, "{\"detail\":\"\(detail)\"}")
    response.headers[.contentType] = "application/problem+json"
    return response
  }

  /// The content of a part of a form.
  static func part(_ name: String, of body: [UInt8]) -> [UInt8] {
    let line = body.prefix { $0 != 0x0D }
    guard let start = body.firstRange(of: Array("name=\"\(name)\"".utf8)),
      let head = body[start.upperBound...].firstRange(of: Array("\r\n\r\n".utf8)),
      let end = body[head.upperBound...].firstRange(of: [0x0D, 0x0A] + line)
    else { return [] }
    return Array(body[head.upperBound..<end.lowerBound])
  }
}
