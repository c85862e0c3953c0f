import Base

private import CGit2

extension Repository {
  /// Reads the configuration of this working tree alone, which libgit2 ignores.
  func readWorktreeConfiguration() throws(OperationError) {
    let configuration = try unsafe Handle(freedBy: { unsafe git_config_free($0) }) {
      unsafe git_repository_config($0, pointer)
    }
    var isUsed: Int32 = 0
    let key = "extensions.worktreeconfig"
    guard try unsafe checkFound(git_config_get_bool(&isUsed, configuration.pointer, key)) != nil,
      isUsed == 1
    else { return }
    let file = "\(gitDirectory)/config.worktree"
    guard LocalFile.exists(file) else { return }
    try check(
      unsafe git_config_add_file_ondisk(
        configuration.pointer,
        file,
        GIT_CONFIG_LEVEL_APP,
        pointer,
        0
      )
    )
    // What was opened without it may be another kind of repository with it.
    var saysBare: Int32 = 0
    if try unsafe checkFound(git_config_get_bool(&saysBare, configuration.pointer, "core.bare"))
      != nil,
      (saysBare == 1) != isBare
    {
      throw OperationError(
        .unsupportedRepository,
        "unsupported repository '\(gitDirectory)', 'config.worktree' says 'core.bare'",
        help: "work in one of its working trees"
      )
    }
  }
}
