import Base
import HTTPTypes
import Hummingbird
import Logging
import Model
import NIOCore
import NIOHTTP1

/// Turns every error into a problem document, and adds to every answer the version of the protocol,
/// and that its content is of no other type than it says.
///
/// Unknown errors are logged, and answered without details.
struct ProblemMiddleware: RouterMiddleware {
  typealias Context = RegistryRequestContext

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response: Response
    do {
      try RequestCheck.check(request.head)
      response = try await next(request, context)
    } catch {
      let problem = problem(for: error, request, context)
      context.notes.problem = problem.detail
      response = problem.response()
      if request.method == .head { response.body = ResponseBody() }
    }
    response.headers[.contentVersion] = "1"
    response.headers[.xContentTypeOptions] = "nosniff"
    return response
  }

  private func problem(for error: any Error, _ request: Request, _ context: Context) -> Problem {
    switch error {
    case let problem as Problem: return problem
    case let error as HTTPError:
      return Problem(error.status, error.body ?? words(for: error.status))
    case let error as any HTTPResponseError:
      return Problem(error.status, words(for: error.status))
    case is NIOTooManyBytesError:
      return Problem(.contentTooLarge, "the body is too large")
    case is ChannelError, is IOError, is HTTPParserError, is CancellationError:
      // The client is gone; this is not an error of the server.
      context.logger.debug("the client closed a connection: \(error)")
      return Problem(.badRequest, "the client closed the connection")
    default:
      context.logger.error(
        "cannot answer: \(error)",
        metadata: ["path": .string(request.uri.path), "method": .string(request.method.rawValue)]
      )
      // Shown to the client, which must not accept other bytes for this release.
      if let error = error as? OperationError, error.code == .checksumMismatch {
        return Problem(.internalServerError, error.message)
      }
      return Problem(
        .internalServerError,
        "internal error, see the log of the server"
      )
    }
  }

  private func words(for status: HTTPResponse.Status) -> String {
    status == .notFound
      ? "there is no page or resource at this address" : status.reasonPhrase.lowercased()
  }
}

extension HTTPField.Name {
  /// A header name that is known to be valid.
  static func known(_ name: String) -> HTTPField.Name {
    guard let field = HTTPField.Name(name) else {
      preconditionFailure("'\(name)' is spelled in the program and must be a header's name")
    }
    return field
  }

  static let contentVersion = known("Content-Version")
  static let digest = known("Digest")
  static let forwardedFor = known("X-Forwarded-For")
  static let link = known("Link")
  static let signature = known("X-Swift-Package-Signature")
  static let signatureFormat = known("X-Swift-Package-Signature-Format")
}

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
