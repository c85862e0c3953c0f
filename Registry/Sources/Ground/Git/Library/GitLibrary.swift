package import Base
private import CGit2
private import CLibrary
private import SystemPackage

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

/// The result of a call into libgit2, or its error.
///
/// Negative is failure; anything else is a result, which some calls use as an answer. The library
/// keeps its last error for the thread, and there may be none: it is read at once and cleared, so
/// that no later failure can be explained by it.
@discardableResult
func check(_ result: Int32) throws(OperationError) -> Int32 {
  let systemError = errno
  guard result < 0 else {
    // What a call that succeeded has left would be taken for the reason of one that gives none.
    git_error_clear()
    return result
  }
  let error = lastError(for: result)
  guard result == GIT_ERROR.rawValue, diskErrors.contains(systemError) else { throw error }
  let failure = failure(ofSystem: systemError)
  throw error.message.lowercased().contains(failure.message) ? error : failure
}

/// The errors of the system for which a call fails with no reason of the library, or with that of an
/// earlier step, which did not matter.
private let diskErrors: Set<Int32> = [EDQUOT, EFBIG, EIO, ENOSPC, EROFS]

private func failure(ofSystem systemError: Int32) -> OperationError {
  let reason = Errno(rawValue: systemError).description
  return OperationError(.inputOutput, "\(reason.prefix(1).lowercased())\(reason.dropFirst())")
}

/// Like ``check(_:)``, for a call that does not say which of its system calls failed: `systemError`
/// is what that one left.
func check(_ result: Int32, systemError: Int32) throws(OperationError) {
  guard result < 0 else { return }
  if unsafe registry_git2_last_error() == nil, systemError != 0 {
    git_error_clear()
    throw failure(ofSystem: systemError)
  }
  throw lastError(for: result)
}

/// Like ``check(_:)``, but returns `nil` for something that does not exist.
func checkFound(_ result: Int32) throws(OperationError) -> Int32? {
  if result == GIT_ENOTFOUND.rawValue {
    git_error_clear()
    return nil
  }
  return try check(result)
}

private func lastError(for result: Int32) -> OperationError {
  var message = "libgit2 failed with code \(result) and gave no reason"
  var systemFailed = false
  if let last = unsafe registry_git2_last_error() {
    if let text = unsafe last.pointee.message { message = unsafe String(cString: text) }
    systemFailed = unsafe last.pointee.klass == Int32(GIT_ERROR_OS.rawValue)
  }
  git_error_clear()
  return OperationError(
    code(of: result, systemFailed: systemFailed),
    message.prefix(1).lowercased() + message.dropFirst()
  )
}

private func code(of result: Int32, systemFailed: Bool) -> OperationError.Code {
  switch git_error_code(rawValue: result) {
  case GIT_ENOTFOUND: .notFound
  case GIT_EEXISTS: .alreadyExists
  case GIT_EAMBIGUOUS: .ambiguous
  case GIT_EINVALIDSPEC, GIT_EINVALID: .invalid
  case GIT_ELOCKED: .locked
  case GIT_EMODIFIED: .moved
  case GIT_EBAREREPO: .bareRepository
  case GIT_EUNBORNBRANCH: .unbornBranch
  case GIT_EOWNER: .foreignOwner
  case GIT_EPEEL: .wrongKind
  case GIT_EMISMATCH: .corrupt
  default: systemFailed ? .inputOutput : .other
  }
}

/// The only owner of an object that libgit2 allocated, which frees it once.
///
/// A noncopyable binding lives to the end of its scope, so the pointer is valid there; it never
/// leaves the method that created it.
@safe
struct Handle: ~Copyable {
  let pointer: OpaquePointer
  private let free: (OpaquePointer?) -> Void

  /// Takes what `make` stores through its argument, if `make` does not fail.
  init(
    freedBy free: @escaping (OpaquePointer?) -> Void,
    _ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(OperationError) {
    var made: OpaquePointer?
    try check(unsafe make(&made))
    guard let made = unsafe made else {
      throw OperationError(.other, "libgit2 reported success and returned nothing")
    }
    unsafe self.pointer = made
    unsafe self.free = free
  }

  deinit {
    unsafe free(pointer)
  }
}
