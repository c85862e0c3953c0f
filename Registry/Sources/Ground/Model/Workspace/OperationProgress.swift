/// The progress of an operation that can take over a second: its current step, and how far that is.
///
/// A step without anything else is a literal: `progress("packing \(name)")`.
package struct OperationProgress: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The step in a few words, such as `building Menu`.
  package private(set) var task: String
  /// The part of the step, such as `running tests`; `nil` if it has none.
  package let detail: String?
  package let completed: Int
  /// 0 if it is not known.
  package let total: Int

  package init(_ task: String, completed: Int, total: Int) {
    (self.task, detail) = (task, nil)
    (self.completed, self.total) = (completed, total)
  }

  package init(_ task: String, detail: String? = nil) {
    (self.task, self.detail) = (task, detail)
    (completed, total) = (0, 0)
  }

  package init(stringLiteral task: String) {
    self.init(task)
  }

  /// The same as a step of `whole`, such as one of several components.
  package func part(of whole: String) -> OperationProgress {
    var progress = self
    progress.task = whole + task
    return progress
  }
}

extension OperationProgress: CustomStringConvertible {
  /// The step and how far it is, on one line.
  package var description: String {
    guard let measure = total > 0 ? "\(completed) of \(total)" : detail else { return task }
    return "\(task): \(measure)"
  }
}

/// The progress of an operation as lines of a log: one for each step, and one a minute for how far it
/// is.
///
/// A step gets its line when it has taken a second, so that quick ones leave none. Steps that are all
/// quick get a line a minute together.
package struct ProgressLog: Sendable {
  private static let patience = Duration.seconds(1)
  private static let interval = Duration.seconds(60)

  private var current: OperationProgress?
  private var begin: ContinuousClock.Instant?
  private var isLogged = false
  private var lastLine: ContinuousClock.Instant?

  package init() {}

  package mutating func update(_ progress: OperationProgress, at now: ContinuousClock.Instant) {
    if progress.task != current?.task { (begin, isLogged) = (now, false) }
    current = progress
    if lastLine == nil { lastLine = now }
  }

  /// - Returns: The line that is due now; `nil` if none is.
  package mutating func line(at now: ContinuousClock.Instant) -> String? {
    guard let current, let begin, let last = lastLine else { return nil }
    let time = now - begin
    let isDue = now - last >= Self.interval
    guard isDue || !isLogged && time >= Self.patience else { return nil }
    let isFirst = !isLogged
    (isLogged, lastLine) = (true, now)
    let minutes = time.components.seconds / 60
    if minutes > 0 { return "\(current), \(minutes) min so far" }
    return isFirst && !isDue ? current.task : current.description
  }
}
