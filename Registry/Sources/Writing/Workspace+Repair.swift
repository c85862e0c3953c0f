import Files
package import Workspace

extension Workspace {
  /// Whether a killed run left work, and no process is writing.
  package var hasInterruptedWrite: Bool {
    let files = WriteFiles(repository)
    return files.haveLeftovers && !FileLock.isHeld(at: files.lock)
  }

  /// Completes what a killed run left, unless a process is writing now; otherwise costs a look at
  /// two files.
  ///
  /// - Returns: Whether there was something to complete.
  @discardableResult
  package func finishInterruptedWrite(
    _ context: WriteContext = WriteContext()
  ) throws(OperationError) -> Bool {
    let files = WriteFiles(repository)
    guard hasInterruptedWrite else { return false }
    return try unifyingErrors {
      try withExtendedLifetime(
        FileLock.take(
          at: files.lock,
          for: "registry",
          limit: context.lockLimit,
          waiting: context.progress
        )
      ) { _ in
        guard files.haveLeftovers else { return false }
        try Repair(notePath: files.note, context: context).run(in: repository)
        return true
      }
    }
  }
}
