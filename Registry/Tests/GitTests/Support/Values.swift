import Base
import Git

extension Signature {
  static func ada(at seconds: Int64 = 1_700_000_000) throws -> Signature {
    try Signature(
      name: "Ada",
      email: "ada@example.com",
      time: GitTime(seconds: seconds, offset: 60)
    )
  }
}

extension Repository {
  /// Stores a commit whose tree has these files, as `PATH: CONTENT`.
  func commit(
    _ files: KeyValuePairs<String, String>,
    parents: [ObjectID] = [],
    message: String = "Change\n"
  ) throws -> ObjectID {
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for (path, content) in files {
      edits.append((try TreePath(path), .put(try writeBlob(Array(content.utf8)), .file)))
    }
    return try writeCommit(
      tree: edit(.emptyTree, edits),
      parents: parents,
      author: .ada(),
      committer: .ada(),
      message: message
    )
  }
}

/// The code of the error that `body` throws; nothing if it throws none of git's.
func code(_ body: () throws -> Void) -> OperationError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? OperationError)?.code
  }
}
