import HTTPTypes
import Hummingbird
import Metrics

/// The metrics of the server, for Prometheus.
package final class ServerMetrics: Sendable {
  private let factory = PrometheusMetrics(help: [
    "registry_requests_total": "Answered requests.",
    "registry_request_seconds": "The time until an answer was ready.",
    "registry_sent_bytes_total": "Bytes in the bodies of answers.",
    "registry_connections": "Open connections.",
    "registry_components": "Components with releases that are served.",
    "registry_look_age_seconds": "The time since the branch was last read without a fault.",
    "registry_fetch_age_seconds": "The time since the last fetch that succeeded.",
    "registry_healthy": "1 if /health is 200, or else 0.",
  ])

  package init() {}

  func count(_ request: Request, _ response: Response, _ time: Duration) {
    let route = RouteKind(request.uri.path).rawValue
    Counter(
      label: "registry_requests_total",
      dimensions: [
        ("method", request.method.rawValue), ("route", route),
        ("status", "\(response.status.code)"),
      ],
      factory: factory
    ).increment()
    Timer(label: "registry_request_seconds", dimensions: [("route", route)], factory: factory)
      .recordNanoseconds(Int64(time / .nanoseconds(1)))
    Counter(
      label: "registry_sent_bytes_total",
      dimensions: [("route", route)],
      factory: factory
    ).increment(by: response.body.contentLength ?? 0)
  }

  /// Counts a request that has no method and no path, because it could not be parsed.
  func countRefusal(_ status: HTTPResponse.Status) {
    Counter(
      label: "registry_requests_total",
      dimensions: [
        ("method", "-"), ("route", RouteKind.other.rawValue), ("status", "\(status.code)"),
      ],
      factory: factory
    ).increment()
  }

  func measure(_ label: String, _ value: Double) {
    Meter(label: label, factory: factory).set(value)
  }

  var text: String { factory.text }
}

/// The kind of resource that a path names, so that each kind is counted, and not each path.
enum RouteKind: String {
  case list
  case release
  case manifest
  case archive
  case page
  case other

  init(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    switch parts.count {
    case 1
    where [
      "", "registry.json", "graph", "graph.json", "apps", "apps.json",
      "feed.atom",
    ].contains(parts[1]):
      self = .page
    case 2: self = .list
    case 3 where ["history.json", "feed.atom"].contains(parts[3]): self = .page
    case 3: self = parts[3].hasSuffix(".zip") ? .archive : .release
    case 4 where parts[4] == "Package.swift": self = .manifest
    default: self = .other
    }
  }
}
