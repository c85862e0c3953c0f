package import Base
import Git
package import Model

/// The file of a server's tokens: in the git directory, where nothing commits it, readable for its
/// owner alone.
package struct TokenFile: Hashable, Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// What tells whether the file is still the one that was read; `nil` if there is none.
  package var stamp: [Int]? {
    FileFacts.of(path).map {
      [Int($0.stamp.inode), $0.size, $0.stamp.modified, $0.stamp.changed]
    }
  }

  /// Empty where there is no file.
  package func read() throws(OperationError) -> TokenList {
    // Asked of the file that is read, even if another one gets its name in between.
    guard let found = try unifyingErrors({ try LocalFile.readWithFacts(path) }) else {
      return TokenList()
    }
    guard found.facts.permissions & 0o077 == 0 else {
      throw OperationError(
        .openTokenFile,
        "other users have access to the token file '\(path)'",
        help: "run 'chmod 600 \(path.shellQuoted)', and create new tokens if someone may have"
          + " read it"
      )
    }
    return try TokenList(reading: found.content, file: path)
  }

  /// Changes the list under a lock and replaces the file as a whole, synced.
  ///
  /// Root leaves it to the owner of the folder, who runs the server.
  ///
  /// - Parameter body: Run twice; what it refuses leaves not even the lock's file behind.
  func change(_ body: (inout TokenList) throws -> Void) throws {
    var trial = try read()
    try body(&trial)
    let lock = try FileLock.take(
      at: "\(path).lock",
      for: "registry token",
      limit: .seconds(10),
      waiting: { _ in }
    )
    try withExtendedLifetime(lock) {
      var list = try read()
      try body(&list)
      let replacement = StagedReplacement(path: path, staging: "\(path).new")
      try LocalFile.leaveToOwner(of: replacement.folder, "\(path).lock")
      try replacement.stage(Array(list.text.utf8), isPrivate: true)
      try LocalFile.leaveToOwner(of: replacement.folder, replacement.staging)
      try replacement.finish()
    }
  }
}

extension Workspace {
  package var tokenFile: TokenFile {
    TokenFile(path: "\(repository.commonDirectory)/registry-tokens.json")
  }
}
