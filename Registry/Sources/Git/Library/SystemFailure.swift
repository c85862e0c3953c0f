import Errors

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Messages for failures of the operating system.
enum SystemFailure {
  /// The error of the system call that has just failed.
  static func last(_ task: String) -> OperationError {
    error(errno).during(task)
  }

  static func error(_ number: Int32) -> OperationError {
    let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return OperationError(.inputOutput, "\(reason.prefix(1).lowercased())\(reason.dropFirst())")
  }
}
