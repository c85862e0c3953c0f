import Errors
import Git

/// The code of the error that `body` throws; nothing if it throws none of git's.
func code(_ body: () throws -> Void) -> OperationError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? OperationError)?.code
  }
}
