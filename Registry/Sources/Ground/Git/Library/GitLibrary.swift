package import Base

private import CGit2

/// The libgit2 of this process: started once, with every write synced, and never shut down.
package enum GitLibrary {
  /// The version of the library that is loaded, which may be newer than the one compiled against.
  package static var version: String {
    var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
    unsafe git_libgit2_version(&major, &minor, &revision)
    return "\(major).\(minor).\(revision)"
  }

  static func start() throws(OperationError) {
    try started.get()
  }

  /// Makes the process ignore the system's and the account's git configuration.
  ///
  /// The setting affects the whole process, and must come before the first repository is opened.
  package static func ignoreMachineConfiguration() throws(OperationError) {
    try machineConfigurationIgnored.get()
  }

  /// Runs `body` with writes left unsynced, for what is synced as a whole behind it.
  ///
  /// The setting is the whole process's: a thread that stores an object of another repository
  /// meanwhile has it unsynced too. References are as safe as ever: a repository keeps to what was
  /// set when it was opened.
  static func withoutSyncing<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    _ = registry_git2_set_fsync(0)
    defer { _ = registry_git2_set_fsync(1) }
    return try body()
  }

  /// Runs `body` without verifying the hashes of objects, for content that is checked against a
  /// checksum of its own.
  ///
  /// The library hashes each object whenever it reads it, and also detects forged collisions. The
  /// setting affects the whole process, so this is only for a program that does nothing else.
  package static func withoutHashing<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    _ = registry_git2_set_strict_hash_verification(0)
    defer { _ = registry_git2_set_strict_hash_verification(1) }
    return try body()
  }

  private static let started: Result<Void, OperationError> = Result { () throws(OperationError) in
    try check(git_libgit2_init())
    try check(registry_git2_set_fsync(1))
    try check(registry_git2_set_strict_object_creation(1))
    try check(registry_git2_set_strict_hash_verification(1))
    // The folder that holds all packages is looked into for each of them, and what is not kept is
    // inflated and hashed again. Of itself libgit2 keeps trees of up to 4 KiB, some 100 entries.
    try check(registry_git2_set_cached_size(GIT_OBJECT_TREE, 64 * 1024))
    // Of itself libgit2 closes no pack before its repository, which a server leaves open.
    try check(registry_git2_set_open_packs(64))
    // `Repository` reads that configuration itself.
    try check(registry_git2_accept_worktree_configuration())
    // `Repository` validates the owner itself: this libgit2 knows no `safe.directory = *`, and
    // answers "not found" where no `safe.directory` is set at all.
    try check(registry_git2_set_owner_validation(0))
  }

  private static let machineConfigurationIgnored: Result<Void, OperationError> =
    Result { () throws(OperationError) in
      try start()
      for level in [
        GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG,
        GIT_CONFIG_LEVEL_GLOBAL,
      ] {
        try check(unsafe registry_git2_set_search_path(level, ""))
      }
    }
}
