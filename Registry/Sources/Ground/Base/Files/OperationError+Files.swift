package import SystemPackage

extension OperationError {
  /// The system's error, with the task that failed before it.
  package init(_ error: Errno, _ task: String) {
    let reason = error.description
    self.init(.inputOutput, "\(task): \(reason.prefix(1).lowercased())\(reason.dropFirst())")
  }

  /// The error of the system call that has just failed, with the task before it.
  package static func lastCall(_ task: String) -> OperationError {
    OperationError(SystemCall.error, task)
  }

  /// Returns the result of `body`; an error of the system gets `task` before it.
  static func during<Result>(
    _ task: @autoclosure () -> String,
    _ body: () throws -> Result
  ) throws(OperationError) -> Result {
    do {
      return try body()
    } catch let error as Errno {
      throw OperationError(error, task())
    } catch {
      throw OperationError(.inputOutput, "\(task()): \(error)")
    }
  }
}
