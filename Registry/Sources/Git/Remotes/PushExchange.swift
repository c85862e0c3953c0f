internal import CGit2

/// The callbacks of a connection, with their state on the stack for as long as the connection
/// lasts.
struct PushExchange {
  var refusals: [(reference: String, reason: String)] = []
  private var hasOfferedKey = false

  static func callbacks(
    _ exchange: UnsafeMutablePointer<PushExchange>
  ) throws(GitError) -> git_remote_callbacks {
    var callbacks = unsafe git_remote_callbacks()
    try check(
      unsafe git_remote_init_callbacks(&callbacks, UInt32(GIT_REMOTE_CALLBACKS_VERSION))
    )
    unsafe callbacks.payload = UnsafeMutableRawPointer(exchange)
    unsafe callbacks.credentials = { credential, _, user, allowed, exchange in
      unsafe exchange?.assumingMemoryBound(to: PushExchange.self).pointee
        .offer(credential, user, allowed) ?? GIT_PASSTHROUGH.rawValue
    }
    unsafe callbacks.push_update_reference = { reference, reason, exchange in
      guard let reference = unsafe reference, let reason = unsafe reason else { return 0 }
      unsafe exchange?.assumingMemoryBound(to: PushExchange.self).pointee.refusals.append(
        (String(cString: reference), String(cString: reason))
      )
      return 0
    }
    return unsafe callbacks
  }

  /// Offers the agent's key once: the library asks until it is told that there is nothing else.
  private mutating func offer(
    _ credential: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?,
    _ user: UnsafePointer<CChar>?,
    _ allowed: UInt32
  ) -> Int32 {
    if allowed & GIT_CREDENTIAL_USERNAME.rawValue != 0 {
      return unsafe git_credential_username_new(credential, "git")
    }
    guard allowed & GIT_CREDENTIAL_SSH_KEY.rawValue != 0, !hasOfferedKey else {
      return GIT_PASSTHROUGH.rawValue
    }
    hasOfferedKey = true
    guard let user = unsafe user else {
      return unsafe git_credential_ssh_key_from_agent(credential, "git")
    }
    return unsafe git_credential_ssh_key_from_agent(credential, user)
  }
}
