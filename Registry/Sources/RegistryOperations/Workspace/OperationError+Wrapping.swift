import Git
import RegistryModel
import Versioning

extension OperationError {
  init(_ error: any Error) {
    switch error {
    case let error as OperationError: self = error
    case let error as GitError: self.init(error)
    case let error as RegistryModelError: self.init(error)
    case let error as VersioningError: self.init(error)
    default: self.init(.other, "\(error)")
    }
  }
}

/// What `body` returns; whichever module's error it throws comes out as an operation's, said of
/// `context`.
func unifyingErrors<Result: ~Copyable>(
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
