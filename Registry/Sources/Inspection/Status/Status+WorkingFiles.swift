import Git
import Releases
import Workspace

extension Status {
  /// How many files of each subject differ from what is committed.
  func uncommittedFiles(
    of subjects: [Subject],
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [Int] {
    guard !workspace.repository.isBare else { return subjects.map { _ in 0 } }
    return try workspace.fileStatuses(below: subjects.map(\.path)).map(\.count)
  }
}
