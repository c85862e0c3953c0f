internal import CGit2
package import GitValues

/// Another repository while this process is connected to it.
@safe
package struct PushConnection: ~Copyable {
  private let remote: OpaquePointer
  private let exchange: UnsafeMutablePointer<PushExchange>
  private let url: String

  init(_ remote: OpaquePointer, _ exchange: UnsafeMutablePointer<PushExchange>, url: String) {
    unsafe self.remote = remote
    unsafe self.exchange = exchange
    self.url = url
  }

  /// What the other repository's references lead to, by their whole names.
  package func references() throws(GitError) -> [String: ObjectID] {
    var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
    var count = 0
    try check(unsafe git_remote_ls(&heads, &count, remote))
    var references: [String: ObjectID] = [:]
    for index in 0..<count {
      guard let head = unsafe heads?[index], let name = unsafe head.pointee.name else { continue }
      unsafe references[String(cString: name)] = ObjectID(head.pointee.oid)
    }
    return references
  }

  /// Changes references there as they are here by now, and sends what they lead to and the other
  /// repository has not.
  ///
  /// - Throws: If it takes one of them not; others may be changed by then.
  package func push(_ changes: [ReferenceChange]) throws(GitError) {
    guard !changes.isEmpty else { return }
    unsafe exchange.pointee.refusals = []
    var options = unsafe git_push_options()
    try check(unsafe git_push_options_init(&options, UInt32(GIT_PUSH_OPTIONS_VERSION)))
    unsafe options.callbacks = try unsafe PushExchange.callbacks(exchange)
    do throws(GitError) {
      let specifications = changes.map(\.specification)
      let strings = try RawStrings(specifications)
      _ = try unsafe strings.withRaw { (strings) throws(GitError) in
        try check(unsafe git_remote_upload(remote, strings, &options))
      }
    } catch {
      throw error.during("cannot push to '\(url)'")
    }
    guard let refusal = unsafe exchange.pointee.refusals.first else { return }
    throw GitError(
      .refused,
      "'\(url)' refused '\(refusal.reference)': \(refusal.reason)"
    )
  }
}

extension ReferenceChange {
  /// As git writes it for a push.
  fileprivate var specification: String {
    "\(replaces ? "+" : "")\(object == nil ? "" : name):\(name)"
  }
}

extension GitError.Code {
  /// Another repository did not take what it was given.
  package static let refused = GitError.Code("refused")
}
