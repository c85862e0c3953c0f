import Base
package import Git

/// Returns the result of `body`; an error about a package's manifest names the file from the root
/// of the repository, because every component has one of that name.
package func located<Result>(in folder: TreePath, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as OperationError {
    guard let place = error.place, let file = place.file, !file.contains("/") else { throw error }
    throw error.at(SourcePlace(file: "\(folder)/\(file)", at: place.position))
  }
}
