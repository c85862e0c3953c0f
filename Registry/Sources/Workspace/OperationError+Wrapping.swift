import Files
import Git
import GitValues
import PackageManifest
import Processes
import RegistryModel
import SourceArchive
import Versioning

extension OperationError {
  package init(_ error: any Error) {
    switch error {
    case let error as OperationError: self = error
    case let error as GitError: self.init(error)
    case let error as FileError:
      self.init(Code(rawValue: error.code.rawValue), error.message, help: error.help)
    case let error as ProcessError:
      self.init(Code(rawValue: error.code.rawValue), error.message, help: error.help)
    case let error as GitValueError:
      self.init(Code(rawValue: error.code.rawValue), error.message)
    case let error as RegistryModelError: self.init(error)
    case let error as VersioningError: self.init(error)
    case let error as PackageManifestError:
      let place = [error.file, error.position.map { "\($0)" }].compactMap(\.self)
      self.init(
        Code(camelCase: error.code.rawValue),
        error.message,
        help: error.help,
        context: place.isEmpty ? nil : place.joined(separator: ":")
      )
    case let error as SourceArchiveError:
      self.init(Code(camelCase: error.code.rawValue), error.message, help: error.help)
    default: self.init(.other, "\(error)")
    }
  }
}

extension OperationError.Code {
  /// Codes of operations are words with hyphens.
  init(camelCase: String) {
    let words = camelCase.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }
    self.init(rawValue: words.joined())
  }
}

/// Returns the result of `body`; errors of all modules become an ``OperationError`` with `context`.
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
