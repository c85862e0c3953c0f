import HTTPTypes
package import Hummingbird
import Logging

/// Logs a line for each request, and counts it.
///
/// What operators look for first has a higher level: refused tokens, uploads and withdrawals. A token
/// is named, and never shown.
package struct RequestLog<Inner: HTTPResponder<RegistryRequestContext>>: HTTPResponder {
  private let inner: Inner
  private let metrics: ServerMetrics
  private let proxies: TrustedProxies
  private let logger: Logger

  init(_ inner: Inner, _ metrics: ServerMetrics, proxies: TrustedProxies, _ logger: Logger) {
    (self.inner, self.metrics, self.proxies, self.logger) = (inner, metrics, proxies, logger)
  }

  package func respond(
    to request: Request,
    context: RegistryRequestContext
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await inner.respond(to: request, context: context)
    let time = ContinuousClock.now - start
    metrics.count(request, response, time)
    logger.log(
      level: Self.level(of: request.method, response.status),
      "\(request.method.rawValue) \(request.uri.path) \(response.status.code)",
      metadata: facts(request, response, time, context)
    )
    return response
  }

  private static func level(
    of method: HTTPRequest.Method,
    _ status: HTTPResponse.Status
  ) -> Logger.Level {
    switch status {
    case .unauthorized, .forbidden, .tooManyRequests: .notice
    default: [.get, .head].contains(method) ? .info : .notice
    }
  }

  private func facts(
    _ request: Request,
    _ response: Response,
    _ time: Duration,
    _ context: RegistryRequestContext
  ) -> Logger.Metadata {
    var facts: Logger.Metadata = [
      "bytes": "\(response.body.contentLength ?? 0)",
      "ms": "\((time / .milliseconds(1)).rounded(toTenths: ()))",
    ]
    if let sender = context.sender {
      facts["client"] = "\(proxies.client(of: sender, forwarded: request.forwarded))"
    }
    facts["problem"] = context.notes.problem.map { "\($0)" }
    facts["token"] = context.notes.token.map { "\($0)" }
    return facts
  }
}

extension Request {
  /// The addresses that proxies have added.
  var forwarded: String? {
    let values = headers[values: .forwardedFor]
    return values.isEmpty ? nil : values.joined(separator: ",")
  }
}

extension Double {
  fileprivate func rounded(toTenths: Void) -> Double { (self * 10).rounded() / 10 }
}

/// Logs and counts the requests that the HTTP parser refuses, which no route sees.
package struct RefusalLog: Sendable {
  private let metrics: ServerMetrics
  private let logger: Logger

  init(_ metrics: ServerMetrics, _ logger: Logger) {
    (self.metrics, self.logger) = (metrics, logger)
  }

  /// - Parameter sender: The address of the client or of its proxy.
  func note(_ problem: Problem, from sender: String?) {
    metrics.countRefusal(problem.status)
    var facts: Logger.Metadata = ["bytes": "\(problem.json.utf8.count)"]
    facts["client"] = sender.map { "\($0)" }
    facts["problem"] = "\(problem.detail)"
    // In the form of the other lines, without a method and a path.
    logger.info("- - \(problem.status.code)", metadata: facts)
  }
}
