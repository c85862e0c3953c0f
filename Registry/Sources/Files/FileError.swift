package import SystemPackage

/// Why a file of the machine could not be read or changed.
package struct FileError: Error, Hashable, Sendable {
  package let code: Code
  /// A lower-case fragment that says what was tried and why it failed.
  package let message: String
  /// What the person can do, if there is something.
  package let help: String?

  package init(_ code: Code, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }

  /// The system's error, with the task that failed before it.
  package init(_ error: Errno, _ task: String) {
    let reason = error.description
    self.init(.inputOutput, "\(task): \(reason.prefix(1).lowercased())\(reason.dropFirst())")
  }
}

extension FileError {
  /// The kind of failure; more may be added, so a `switch` over it needs a `default`.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    package static let inputOutput = Code(rawValue: "input-output")
    /// Another process has a lock.
    package static let locked = Code(rawValue: "locked")
  }
}

extension FileError: CustomStringConvertible {
  package var description: String {
    help.map { "\(message)\nhelp: \($0)" } ?? message
  }
}

extension FileError {
  /// Returns the result of `body`; an error of the system gets `task` before it.
  static func during<Result>(
    _ task: @autoclosure () -> String,
    _ body: () throws -> Result
  ) throws(FileError) -> Result {
    do {
      return try body()
    } catch let error as Errno {
      throw FileError(error, task())
    } catch {
      throw FileError(.inputOutput, "\(task()): \(error)")
    }
  }
}
