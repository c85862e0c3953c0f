import HTTPTypes
import Hummingbird
import Synchronization

/// What the server counts and measures, as Prometheus reads it (text format 0.0.4).
package final class ServerMetrics: Sendable {
  /// By the labels, as they are written.
  private struct State {
    var requests: [String: Int] = [:]
    var bytes: [String: Int] = [:]
    var times: [String: Times] = [:]
  }

  /// A histogram of times.
  fileprivate struct Times {
    /// In seconds.
    static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]

    var buckets = [Int](repeating: 0, count: bounds.count)
    var count = 0
    var sum = 0.0

    mutating func add(_ seconds: Double) {
      sum += seconds
      count += 1
      for (index, bound) in Self.bounds.enumerated() where seconds <= bound { buckets[index] += 1 }
    }
  }

  private let state = Mutex(State())

  package init() {}

  func count(_ request: Request, _ response: Response, _ time: Duration) {
    let route = "route=\"\(RouteKind(request.uri.path))\""
    let labels = "method=\"\(request.method.rawValue)\",\(route),status=\"\(response.status.code)\""
    state.withLock { state in
      state.requests[labels, default: 0] += 1
      state.bytes[route, default: 0] += response.body.contentLength ?? 0
      state.times[route, default: Times()].add(time / .seconds(1))
    }
  }

  /// Counts a request that has no method and no path, because it could not be parsed.
  func countRefusal(_ status: HTTPResponse.Status) {
    let labels = "method=\"-\",route=\"\(RouteKind.other)\",status=\"\(status.code)\""
    state.withLock { $0.requests[labels, default: 0] += 1 }
  }

  /// All of them, sorted.
  ///
  /// - Parameter gauges: What is measured now.
  func text(with gauges: [String: Double]) -> String {
    let state = state.withLock { $0 }
    var families = gauges.map { name, value in
      let number = Int(exactly: value).map { "\($0)" } ?? "\(value)"
      return Family(name: name, kind: "gauge", lines: ["\(name) \(number)"])
    }
    families.append(Family("registry_requests_total", state.requests))
    families.append(Family("registry_sent_bytes_total", state.bytes))
    families.append(Family("registry_request_seconds", state.times))
    return families.filter { !$0.lines.isEmpty }.sorted { $0.name < $1.name }.map(\.text).joined()
  }

  /// The lines of one name.
  fileprivate struct Family {
    static let help = [
      "registry_requests_total": "Answered requests.",
      "registry_request_seconds": "The time until an answer was ready.",
      "registry_sent_bytes_total": "Bytes in the bodies of answers.",
      "registry_connections": "Open connections.",
      "registry_components": "Components with releases that are served.",
      "registry_look_age_seconds": "The time since the branch was last read without a fault.",
      "registry_fetch_age_seconds": "The time since the last fetch that succeeded.",
      "registry_healthy": "1 if /health is 200, or else 0.",
    ]

    let name: String
    let kind: String
    let lines: [String]

    var text: String {
      let head = ["# HELP \(name) \(Self.help[name] ?? "")", "# TYPE \(name) \(kind)"]
      return (head + lines).map { "\($0)\n" }.joined()
    }
  }
}

extension ServerMetrics.Family {
  fileprivate init(_ name: String, _ counters: [String: Int]) {
    let sorted = counters.sorted { $0.key < $1.key }
    self.init(name: name, kind: "counter", lines: sorted.map { "\(name){\($0)} \($1)" })
  }

  fileprivate init(_ name: String, _ histograms: [String: ServerMetrics.Times]) {
    let lines = histograms.sorted { $0.key < $1.key }.flatMap { labels, times in
      let bounds = ServerMetrics.Times.bounds.map { "\($0)" } + ["+Inf"]
      return zip(bounds, times.buckets + [times.count]).map { bound, count in
        "\(name)_bucket{\(labels),le=\"\(bound)\"} \(count)"
      } + ["\(name)_sum{\(labels)} \(times.sum)", "\(name)_count{\(labels)} \(times.count)"]
    }
    self.init(name: name, kind: "histogram", lines: lines)
  }
}
