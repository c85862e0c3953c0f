import Base
import Model
import HTTPTypes
import Hummingbird
import Logging
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
