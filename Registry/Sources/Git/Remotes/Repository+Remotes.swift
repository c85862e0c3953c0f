private import CGit2

extension Repository {
  /// The remote-tracking branch that a branch follows, such as `refs/remotes/origin/main`; nothing
  /// if none is configured.
  package func upstream(ofBranch branch: String) throws(GitError) -> String? {
    try refuseNul(in: branch)
    var buffer = unsafe git_buf()
    defer { unsafe git_buf_dispose(&buffer) }
    guard try checkFound(unsafe git_branch_upstream_name(&buffer, pointer, branch)) != nil,
      let name = unsafe buffer.ptr
    else { return nil }
    return unsafe String(cString: name)
  }
}
