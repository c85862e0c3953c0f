import ManifestEditor
import Versions

/// The reason why something was refused or failed, for the person who requested it.
///
/// All modules below the command line throw this error.
package struct OperationError: Error, Hashable, Sendable {
  package let code: Code
  /// A lower-case fragment without a full stop that names the offending value in single quotes.
  package let message: String
  /// The next step for the person, if there is one.
  package let help: String?
  /// The place of the fault in a file; `nil` if it is not in one.
  package let place: SourcePlace?
  private let subject: String?

  /// - Parameter context: The component or file, if the message does not name it.
  package init(
    _ code: Code,
    _ message: String,
    help: String? = nil,
    context: String? = nil,
    at place: SourcePlace? = nil
  ) {
    self.code = code
    self.message = message
    self.help = help
    self.place = place
    subject = context
  }

  /// The error itself; an error of another type gets the code ``Code/other``.
  package init(_ error: any Error) {
    self =
      if let error = error as? OperationError {
        error
      } else if let error = error as? VersionError {
        OperationError(error)
      } else if let error = error as? ManifestError {
        OperationError(error)
      } else {
        OperationError(.other, "\(error)")
      }
  }

  /// The component, file or line, if the message does not name it.
  package var context: String? { subject ?? place?.description }

  /// The same error with a context, unless it already has one.
  package func of(_ context: String) -> OperationError {
    OperationError(code, message, help: help, context: self.context ?? context, at: place)
  }

  /// The same error in a file.
  package func at(_ place: SourcePlace?) -> OperationError {
    OperationError(code, message, help: help, context: subject, at: place)
  }

  /// The same failure, with the task before it.
  package func during(_ task: String) -> OperationError {
    OperationError(code, "\(task): \(message)", help: help, context: subject, at: place)
  }
}

extension OperationError: CustomStringConvertible {
  /// The message behind the context, and a second line `help: …` if there is help.
  package var description: String {
    let line = context.map { "\($0): \(message)" } ?? message
    return help.map { "\(line)\nhelp: \($0)" } ?? line
  }
}

extension OperationError {
  /// The kind of failure; not an enum, because a later version may add one.
  package struct Code: Sendable {
    /// The code in words with hyphens, as commands print it.
    package let rawValue: String
    /// The part of the work that a failure with this code prevents.
    package let concern: Concern

    /// The extent of a failure.
    package enum Concern: Sendable {
      /// The release of one component; others can still be released.
      case component
      /// All that the command was to do.
      case run
    }

    static func component(_ rawValue: String) -> Code {
      Code(rawValue: rawValue, concern: .component)
    }

    static func run(_ rawValue: String) -> Code {
      Code(rawValue: rawValue, concern: .run)
    }
  }
}

extension OperationError.Code: Hashable {
  /// Two codes with the same words are equal.
  package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// Returns the result of `body`; an error gets `context`, and one of another type becomes an
/// ``OperationError``.
package func unifyingErrors<Result: ~Copyable>(
  of context: String? = nil,
  _ body: () throws -> Result
) throws(OperationError) -> Result {
  do {
    return try body()
  } catch {
    let error = OperationError(error)
    throw context.map(error.of) ?? error
  }
}
