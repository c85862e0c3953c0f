package import Errors

private import CGit2

extension Repository {
  /// Makes the branches here those of another repository, of which they are a copy: what was
  /// rewritten there is rewritten here, and what is gone there goes here.
  package func mirrorBranches(of url: String) throws(OperationError) {
    try refuseNul(in: url)
    let remote = try unsafe Handle(freedBy: { unsafe git_remote_free($0) }) {
      unsafe git_remote_create_anonymous($0, pointer, url)
    }
    var options = unsafe git_fetch_options()
    try check(
      unsafe git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION))
    )
    unsafe options.prune = GIT_FETCH_PRUNE
    unsafe options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE
    do throws(OperationError) {
      let branches = try RawStrings(["+refs/heads/*:refs/heads/*"])
      try unsafe branches.withRaw { (branches) throws(OperationError) -> Void in
        try check(
          unsafe git_remote_fetch(remote.pointer, branches, &options, "registry: mirror")
        )
      }
    } catch {
      throw error.during("cannot fetch from '\(Self.withoutSecret(url))'")
    }
  }

  /// A URL may hold a password, which no message is to show.
  private static func withoutSecret(_ url: String) -> String {
    guard let scheme = url.firstRange(of: "://"),
      let at = url[scheme.upperBound...].firstIndex(of: "@")
    else { return url }
    return "\(url[..<scheme.upperBound])…\(url[at...])"
  }
}
