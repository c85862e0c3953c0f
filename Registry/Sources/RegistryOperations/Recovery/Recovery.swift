import Git

/// Finishes or takes back what a killed run left half done, before anything else looks at it.
///
/// A writing verb does so too, under its own lock; this is for the verbs that only read.
package struct Recovery: Sendable {
  private let context: WriteContext

  package init(context: WriteContext = WriteContext()) {
    self.context = context
  }

  /// - Returns: Whether there was something to finish. What another process is at work on is left
  ///   to that process.
  @discardableResult
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Bool {
    let files = WriteFiles(workspace.repository)
    guard LocalFile.kind(at: files.note) != nil, !WriteLock.isHeld(at: files.lock) else {
      return false
    }
    return try unifyingErrors {
      let lock = try WriteLock.take(
        at: files.lock,
        for: "registry repair",
        limit: context.lockLimit,
        waiting: context.progress
      )
      try withExtendedLifetime(lock) {
        try Repair(notePath: files.note, failures: context.failures).run(in: workspace.repository)
      }
      return true
    }
  }
}
