import Synchronization
import Model

/// One line on a terminal that says how far a long task is.
///
/// Nothing is drawn for tasks that are over at once.
final class ProgressBar: Sendable {
  private let stream: Stream
  private let style: Style
  private let start = ContinuousClock.now
  private let lastDrawn = Mutex<ContinuousClock.Instant?>(nil)

  private static let patience = Duration.milliseconds(300)
  private static let interval = Duration.milliseconds(100)
  private static let cells = 24

  init(on stream: Stream, style: Style) {
    self.stream = stream
    self.style = style
  }

  func update(_ progress: OperationProgress) {
    let now = ContinuousClock.now
    guard now - start > Self.patience else { return }
    lastDrawn.withLock { last in
      if let drawn = last, now - drawn < Self.interval { return }
      last = now
      stream.write("\r\u{1B}[K" + line(progress))
    }
  }

  private func line(_ progress: OperationProgress) -> String {
    guard progress.total > 0 else { return progress.task }
    let filled = Self.cells * min(progress.completed, progress.total) / progress.total
    let bar = String(repeating: "━", count: filled)
    let rest = String(repeating: "━", count: Self.cells - filled)
    let line = "\(progress.task) \(style(.green, bar))\(style(.dim, rest))"
    return "\(line) \(progress.completed)/\(progress.total)"
  }
}
