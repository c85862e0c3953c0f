internal import CGit2
package import Base
internal import Synchronization

/// A git repository that is open in this process.
///
/// It belongs to one task at a time: share it as `Mutex<Repository>` or not at all. What its
/// methods return are values, which outlive it.
@safe
package struct Repository: ~Copyable {
  let handle: Handle
  let objects: Handle
  /// Whether new objects are stored in memory: libgit2 cannot remove a place for objects.
  let storesInMemory = Atomic(false)

  var pointer: OpaquePointer { unsafe handle.pointer }

  /// Opens the repository that contains `directory`.
  ///
  /// - Throws: ``OperationError/Code/notARepository``; ``OperationError/Code/foreignOwner`` if another user
  ///   owns it; ``OperationError/Code/unsupportedRepository`` for a format that cannot be read here.
  package static func discover(from directory: String) throws(OperationError) -> Repository {
    try open(directory, nil)
  }

  /// Opens the repository whose working or git directory is `directory` itself.
  package static func open(at directory: String) throws(OperationError) -> Repository {
    try open(directory, GIT_REPOSITORY_OPEN_NO_SEARCH)
  }

  /// Makes an empty repository whose first branch will be `branch`.
  package static func create(
    at directory: String,
    branch: String = "main",
    isBare: Bool = false
  ) throws(OperationError) -> Repository {
    try GitLibrary.start()
    try refuseNul(in: directory)
    try refuseNul(in: branch)
    var options = unsafe git_repository_init_options()
    try check(
      unsafe git_repository_init_options_init(&options, UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION))
    )
    unsafe options.flags =
      GIT_REPOSITORY_INIT_MKPATH.rawValue
      | GIT_REPOSITORY_INIT_NO_REINIT.rawValue
      | (isBare ? GIT_REPOSITORY_INIT_BARE.rawValue : 0)
    // Freed at once: the repository is opened below, so that both ways include the same checks.
    _ = try unsafe Handle(freedBy: { unsafe git_repository_free($0) }) { made in
      unsafe branch.withCString { name in
        unsafe options.initial_head = name
        return unsafe git_repository_init_ext(made, directory, &options)
      }
    }
    return try open(at: directory)
  }

  private static func open(
    _ directory: String,
    _ flags: git_repository_open_flag_t?
  ) throws(OperationError) -> Repository {
    try GitLibrary.start()
    try refuseNul(in: directory)
    let repository: Repository
    do throws(OperationError) {
      let handle = try unsafe Handle(freedBy: { unsafe git_repository_free($0) }) {
        unsafe git_repository_open_ext($0, directory, flags?.rawValue ?? 0, nil)
      }
      let objects = try unsafe Handle(freedBy: { unsafe git_odb_free($0) }) {
        unsafe git_repository_odb($0, handle.pointer)
      }
      repository = Repository(handle: handle, objects: objects)
    } catch {
      throw explained(error, opening: directory)
    }
    try repository.validateOwner()
    try repository.readWorktreeConfiguration()
    return repository
  }

  private static func explained(_ error: OperationError, opening directory: String)
    -> OperationError
  {
    if error.code == .notFound {
      return OperationError(
        .notARepository,
        "'\(directory)' is not in a git repository",
        help: "change to a clone, or create a repository with 'git init'"
      )
    }
    if error.message.contains("extensions.objectformat") {
      return OperationError(
        .unsupportedRepository,
        "unsupported repository '\(directory)', its objects are named by SHA-256, expected SHA-1",
        help: "create a new one with 'git init --object-format=sha1'"
      )
    }
    if error.message.contains("extension") || error.message.contains("repository version") {
      return OperationError(
        .unsupportedRepository,
        "unsupported repository '\(directory)', \(error.message)",
        help: "clone it with the sha1 object format, the files reference format and all objects;"
          + " 'git config --get-regexp extensions' lists what it was made with"
      )
    }
    return error.during("cannot open the repository '\(directory)'")
  }
}

/// Refuses a string that C would read only a part of.
func refuseNul(in string: String) throws(OperationError) {
  if string.utf8.contains(0) {
    throw OperationError(.invalid, "'\(TreeNameRules.escaped(string))' contains a NUL character")
  }
}
