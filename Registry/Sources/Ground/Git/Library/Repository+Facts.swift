private import CGit2

extension Repository {
  /// This working tree's own git directory, without a trailing slash.
  package var gitDirectory: String {
    unsafe withoutTrailingSlash(String(cString: git_repository_path(pointer)))
  }

  /// The git directory that all working trees of the repository share.
  package var commonDirectory: String {
    unsafe withoutTrailingSlash(String(cString: git_repository_commondir(pointer)))
  }

  /// The root of the files; `nil` in a bare repository.
  package var workingDirectory: String? {
    guard let path = unsafe git_repository_workdir(pointer) else { return nil }
    return withoutTrailingSlash(unsafe String(cString: path))
  }

  package var isBare: Bool {
    unsafe git_repository_is_bare(pointer) == 1
  }

  /// Whether history was cut off when the repository was cloned.
  package var isShallow: Bool {
    unsafe git_repository_is_shallow(pointer) == 1
  }

  /// The operation that is in progress, such as `merge` or `rebase`; `nil` if there is none.
  package var operationInProgress: String? {
    switch git_repository_state_t(UInt32(unsafe git_repository_state(pointer))) {
    case GIT_REPOSITORY_STATE_NONE: nil
    case GIT_REPOSITORY_STATE_MERGE: "merge"
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: "revert"
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: "cherry-pick"
    case GIT_REPOSITORY_STATE_BISECT: "bisect"
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX, GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE: "am"
    default: "rebase"
    }
  }
}

private func withoutTrailingSlash(_ path: String) -> String {
  path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
}
