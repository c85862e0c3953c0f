package import Git
package import RegistryModel
package import Versioning

/// Why an operation was refused or failed, for the person who requested it.
package struct OperationError: Error, Hashable, Sendable {
  package let code: Code
  /// A lower-case fragment without a full stop that names the offending value in single quotes.
  package let message: String
  /// What the person can do, if there is something.
  package let help: String?
  /// The component, file or line, if the message does not name it.
  package let context: String?

  package init(_ code: Code, _ message: String, help: String? = nil, context: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
    self.context = context
  }

  package init(_ error: GitError) {
    self.init(Code(rawValue: error.code.name), error.message, help: error.help)
  }

  package init(_ error: RegistryModelError) {
    var place = error.file
    if let file = place, let line = error.line { place = "\(file):\(line)" }
    let parts = [place, error.keyPath].compactMap(\.self)
    self.init(
      Code(rawValue: error.code.rawValue),
      error.message,
      help: error.help,
      context: parts.isEmpty ? nil : parts.joined(separator: ": ")
    )
  }

  package init(_ error: VersioningError) {
    self.init(Code(rawValue: error.code.rawValue), error.message, help: error.help)
  }

  /// The same error with a context, unless it already has one.
  package func of(_ context: String) -> OperationError {
    OperationError(code, message, help: help, context: self.context ?? context)
  }
}

extension OperationError {
  /// The kind of failure; not an enum, because errors of other modules keep their codes.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }
  }
}

extension OperationError: CustomStringConvertible {
  package var description: String {
    let line = context.map { "\($0): \(message)" } ?? message
    return help.map { "\(line)\nhelp: \($0)" } ?? line
  }
}
