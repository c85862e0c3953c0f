import Git

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// The file of a server's tokens: in the git directory, where nothing commits it, readable for its
/// owner alone.
package struct TokenFile: Hashable, Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// What tells whether the file is still the one that was read; nothing if there is none.
  package var stamp: [Int]? {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    #if canImport(Darwin)
      let time = facts.st_mtimespec
    #else
      let time = facts.st_mtim
    #endif
    return [Int(facts.st_ino), Int(facts.st_size), Int(time.tv_sec), Int(time.tv_nsec)]
  }

  /// Empty where there is no file.
  package func read() throws(OperationError) -> TokenList {
    // Asked of the file that is read, whatever gets its name meanwhile.
    let found = try LocalFile.read(path) { (facts) throws(OperationError) in
      guard facts.st_mode & 0o077 != 0 else { return }
      throw OperationError(
        .openTokenFile,
        "other users have access to the token file '\(path)'",
        help: "run 'chmod 600 \(path.shellQuoted)', and create new tokens if someone may have"
          + " read it"
      )
    }
    guard let found else { return TokenList() }
    return try TokenList(reading: found, file: path)
  }

  /// Changes the list under a lock and replaces the file as a whole, synced.
  ///
  /// - Parameter body: Run twice; what it refuses leaves not even the lock's file behind.
  func change(_ body: (inout TokenList) throws -> Void) throws {
    var trial = try read()
    try body(&trial)
    let lock = try WriteLock.take(
      at: "\(path).lock",
      for: "registry token",
      limit: .seconds(10),
      waiting: { _ in }
    )
    try withExtendedLifetime(lock) {
      var list = try read()
      try body(&list)
      let replacement = StagedReplacement(path: path, staging: "\(path).new")
      try replacement.replace(with: Array(list.text.utf8), isPrivate: true)
    }
  }
}

extension Workspace {
  package var tokenFile: TokenFile {
    TokenFile(path: "\(repository.commonDirectory)/registry-tokens.json")
  }
}
