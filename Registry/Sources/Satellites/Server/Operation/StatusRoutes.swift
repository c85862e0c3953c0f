import Base
import HTTPTypes
import Hummingbird
import Model
import Site

/// `GET /health` and `GET /metrics`, for those who watch the server.
struct StatusRoutes: Sendable {
  static let paths: [RouterPath] = ["/health", "/metrics"]

  let registry: ServedRegistry
  let health: ServerHealth
  let metrics: ServerMetrics
  /// The number of open connections.
  let connections: @Sendable () -> Int

  func add<Context: RequestContext>(to router: Router<Context>) {
    router.get("/health") { _, _ in answerHealth() }
    router.get("/metrics") { _, _ in answerMetrics() }
    router.refuseOtherMethods(at: Self.paths, allowed: [.get, .head])
  }

  private func answerHealth() -> Response {
    let json = health.json(registry.snapshot, branch: registry.branch).compact
    return Self.response(
      json,
      "application/json",
      status: health.isHealthy ? .ok : .serviceUnavailable
    )
  }

  private func answerMetrics() -> Response {
    metrics.measure("registry_connections", Double(connections()))
    metrics.measure("registry_components", Double(registry.snapshot.logs.count))
    metrics.measure("registry_healthy", health.isHealthy ? 1 : 0)
    metrics.measure("registry_look_age_seconds", health.lookAge / .seconds(1))
    if let age = health.fetchAge {
      metrics.measure("registry_fetch_age_seconds", age / .seconds(1))
    }
    return Self.response(metrics.text, "text/plain; version=0.0.4; charset=utf-8")
  }

  private static func response(
    _ text: String,
    _ type: String,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    let body = ByteBuffer(string: text)
    return Response(
      status: status,
      headers: [
        .contentType: type, .contentLength: "\(body.readableBytes)", .cacheControl: "no-store",
      ],
      body: ResponseBody(byteBuffer: body)
    )
  }
}
