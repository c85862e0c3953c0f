package import Errors
import Files
package import Git
package import Workspace

extension Workspace {
  /// Whether a killed run left work, and no process is writing.
  package var hasInterruptedWrite: Bool { repository.hasInterruptedWrite }

  /// Completes what a killed run left, unless a process is writing now; otherwise costs a look at
  /// three files.
  ///
  /// - Returns: Whether there was something to complete.
  @discardableResult
  package func finishInterruptedWrite(
    _ context: WriteContext = WriteContext()
  ) throws(OperationError) -> Bool {
    try repository.finishInterruptedWrite(context)
  }
}

extension Repository {
  fileprivate var hasInterruptedWrite: Bool {
    let files = WriteFiles(self)
    return files.haveLeftovers && !FileLock.isHeld(at: files.lock)
  }

  /// The same for a repository that has no manifest: the run that was to write the first one may
  /// have been killed.
  @discardableResult
  package func finishInterruptedWrite(
    _ context: WriteContext = WriteContext()
  ) throws(OperationError) -> Bool {
    let files = WriteFiles(self)
    guard hasInterruptedWrite else { return false }
    return try unifyingErrors {
      try withExtendedLifetime(
        FileLock.take(
          at: files.lock,
          for: "registry",
          limit: context.lockLimit,
          includesPrograms: true,
          waiting: context.progress
        )
      ) { _ in
        guard files.haveLeftovers else { return false }
        try Repair(notePath: files.note, context: context).run(in: self)
        return true
      }
    }
  }
}
