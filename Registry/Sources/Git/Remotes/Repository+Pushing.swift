private import CGit2

extension Repository {
  /// Connects to another repository, for as long as `body` runs, to give it objects and references.
  ///
  /// - Parameter url: Anything that git takes for one, a path too; what the configuration says of
  ///   `insteadOf` holds. A key for ssh comes from the agent, a password from the URL.
  package func pushing<Result>(
    to url: String,
    _ body: (borrowing PushConnection) throws -> Result
  ) throws -> Result {
    try refuseNul(in: url)
    let remote = try unsafe Handle(freedBy: { unsafe git_remote_free($0) }) {
      unsafe git_remote_create_anonymous($0, pointer, url)
    }
    var exchange = PushExchange()
    return try unsafe withUnsafeMutablePointer(to: &exchange) { exchange in
      let callbacks = try unsafe PushExchange.callbacks(exchange)
      do throws(GitError) {
        _ = try unsafe withUnsafePointer(to: callbacks) { (callbacks) throws(GitError) in
          try check(
            unsafe git_remote_connect(remote.pointer, GIT_DIRECTION_PUSH, callbacks, nil, nil)
          )
        }
      } catch {
        throw error.during("cannot reach '\(url)'")
      }
      defer { _ = unsafe git_remote_disconnect(remote.pointer) }
      return try body(unsafe PushConnection(remote.pointer, exchange, url: url))
    }
  }
}
