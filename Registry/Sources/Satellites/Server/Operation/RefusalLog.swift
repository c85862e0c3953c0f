import HTTPTypes
import Logging

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
