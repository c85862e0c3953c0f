package import Base
import Git

extension Workspace {
  /// Refuses to work here if git would use another repository, as `GIT_DIR` and `GIT_WORK_TREE` can
  /// say.
  package func checkEnvironment(_ environment: [String: String]) throws(OperationError) {
    try check("GIT_DIR", environment, isAt: [repository.gitDirectory, repository.commonDirectory])
    try check("GIT_WORK_TREE", environment, isAt: [repository.workingDirectory].compactMap(\.self))
  }

  private func check(
    _ variable: String,
    _ environment: [String: String],
    isAt places: [String]
  ) throws(OperationError) {
    guard let value = environment[variable], !value.isEmpty else { return }
    let meant = try? LocalFile.realPath(value)
    guard !places.contains(where: { meant != nil && (try? LocalFile.realPath($0)) == meant }) else {
      return
    }
    throw OperationError(
      .otherRepository,
      "\(variable) is set to '\(value)', but the repository here is"
        + " '\(repository.workingDirectory ?? repository.gitDirectory)'",
      help: "unset \(variable), or name the other repository with '--directory'"
    )
  }
}
