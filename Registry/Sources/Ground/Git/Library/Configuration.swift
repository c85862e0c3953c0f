package import Base
private import CGit2

/// A snapshot of git's configuration: that of the system, the account and the repository.
package struct Configuration: Sendable {
  private let values: [String: String]
  /// The prefixes of URLs that `url.….insteadOf` replaces.
  private let rewritten: [String]

  fileprivate init(_ values: [String: String], rewritten: [String]) {
    (self.values, self.rewritten) = (values, rewritten)
  }

  /// The value that counts for a key such as `registry.manifest`; the parts of a key before its
  /// first dot and behind its last one are written in lower case.
  package subscript(key: String) -> String? {
    values[key]
  }

  var keys: some Collection<String> { values.keys }

  /// Whether git replaces `url` by another one, because of `url.….insteadOf`.
  package func rewrites(_ url: String) -> Bool {
    rewritten.contains { url.hasPrefix($0) }
  }

  /// A yes or no, in any of git's spellings.
  package func bool(_ key: String) throws(OperationError) -> Bool? {
    guard let value = values[key] else { return nil }
    switch value.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off", "": return false
    default: break
    }
    if let number = Int(value) { return number != 0 }
    throw OperationError(
      .invalid,
      "invalid value '\(value)' of '\(key)' in git's configuration, expected true or false"
    )
  }
}

extension Repository {
  /// A snapshot of the configuration as it is now.
  package func configuration() throws(OperationError) -> Configuration {
    let live = try unsafe Handle(freedBy: { unsafe git_config_free($0) }) {
      unsafe git_repository_config_snapshot($0, pointer)
    }
    var iterator: OpaquePointer?
    try check(unsafe git_config_iterator_new(&iterator, live.pointer))
    defer { unsafe git_config_iterator_free(iterator) }
    var values: [String: String] = [:]
    var rewritten: [String] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while true {
      let result = unsafe git_config_next(&entry, iterator)
      if result == GIT_ITEROVER.rawValue {
        return Configuration(values, rewritten: rewritten)
      }
      try check(result)
      guard let entry = unsafe entry?.pointee, let name = unsafe entry.name else { continue }
      // A key without `=` is true. Later files override earlier ones.
      let key = unsafe String(cString: name)
      let value = unsafe entry.value.map { unsafe String(cString: $0) } ?? "true"
      values[key] = value
      if key.hasPrefix("url."), key.lowercased().hasSuffix("insteadof") { rewritten.append(value) }
    }
  }
}

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
