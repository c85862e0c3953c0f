package import Base
internal import CGit2
private import CLibrary
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
  /// Whether the objects of its submodules are read, too.
  let borrowsSubmodules = Atomic(false)

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

extension Repository {
  /// This working tree's own git directory, without a trailing slash.
  package var gitDirectory: String {
    unsafe withoutTrailingSlash(String(cString: git_repository_path(pointer)))
  }

  /// The git directory that all working trees of the repository share.
  package var commonDirectory: String {
    unsafe withoutTrailingSlash(String(cString: git_repository_commondir(pointer)))
  }

  /// The root of the files; `nil` in a bare repository.
  package var workingDirectory: String? {
    guard let path = unsafe git_repository_workdir(pointer) else { return nil }
    return withoutTrailingSlash(unsafe String(cString: path))
  }

  /// Whether the repository has no working files.
  package var isBare: Bool {
    unsafe git_repository_is_bare(pointer) == 1
  }

  /// Whether history was cut off when the repository was cloned.
  package var isShallow: Bool {
    unsafe git_repository_is_shallow(pointer) == 1
  }

  /// The operation that is in progress, such as `merge` or `rebase`; `nil` if there is none.
  package var operationInProgress: String? {
    switch git_repository_state_t(UInt32(unsafe git_repository_state(pointer))) {
    case GIT_REPOSITORY_STATE_NONE: nil
    case GIT_REPOSITORY_STATE_MERGE: "merge"
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: "revert"
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: "cherry-pick"
    case GIT_REPOSITORY_STATE_BISECT: "bisect"
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX, GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE: "am"
    default: "rebase"
    }
  }
}

private func withoutTrailingSlash(_ path: String) -> String {
  path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
}

extension Repository {
  private static let commitHooks = [
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit",
  ]

  /// The hooks that git would run for a commit, in that order.
  package func commitHooks() throws(OperationError) -> [String] {
    let folder = try hooksFolder()
    return Self.commitHooks.filter { name in
      // As for git, what is not executable is switched off.
      unsafe access("\(folder)/\(name)", X_OK) == 0
    }
  }

  private func hooksFolder() throws(OperationError) -> String {
    guard let path = try configuration()["core.hookspath"], !path.isEmpty else {
      return "\(commonDirectory)/hooks"
    }
    if TreePath.isAbsolute(path) { return path }
    if path.hasPrefix("~/"), let home = unsafe getenv("HOME") {
      return unsafe String(cString: home) + path.dropFirst()
    }
    // Where git runs them.
    return "\(workingDirectory ?? gitDirectory)/\(path)"
  }
}

extension Repository {
  /// The URL of each remote by its name, as the configuration has it.
  package func remoteURLs() throws(OperationError) -> [String: String] {
    let configuration = try configuration()
    let (prefix, suffix) = ("remote.", ".url")
    var urls: [String: String] = [:]
    for key in configuration.keys where key.hasPrefix(prefix) && key.hasSuffix(suffix) {
      let name = String(key.dropFirst(prefix.count).dropLast(suffix.count))
      if !name.isEmpty { urls[name] = configuration[key] }
    }
    return urls
  }
}

extension Repository {
  /// Lets all that this process makes from now on be used by those with whom `core.sharedRepository`
  /// shares the repository, as git does; libgit2 leaves that to the umask.
  ///
  /// The setting is the whole process's.
  package func adoptSharing() throws(OperationError) {
    guard let value = try configuration()["core.sharedrepository"],
      let permissions = Self.sharedPermissions(value)
    else { return }
    let mask = umask(0)
    umask(mask & ~permissions)
  }

  /// The permission bits of others than the owner; `nil` if the umask decides.
  private static func sharedPermissions(_ value: String) -> mode_t? {
    switch value.lowercased() {
    case "group", "true", "1", "yes", "on": return 0o070
    case "all", "world", "everybody", "2": return 0o075
    default: break
    }
    // As in 0660: who may read files may enter folders.
    guard value.hasPrefix("0"), let mode = mode_t(value, radix: 8), mode & 0o600 == 0o600 else {
      return nil
    }
    return (mode | (mode & 0o444) >> 2) & 0o077
  }
}

extension Repository {
  /// Refuses a repository of another user, whose configuration and hooks could be traps, unless
  /// the account's own configuration lists it in `safe.directory`, as git does.
  func validateOwner() throws(OperationError) {
    let place = workingDirectory ?? gitDirectory
    var places = [gitDirectory]
    if let workingDirectory { places += [workingDirectory, workingDirectory + "/.git"] }
    for path in places where !Self.isOwned(path) {
      if try Self.isDeclaredSafe(place) { return }
      throw OperationError(
        .foreignOwner,
        "repository path '\(path)' is not owned by the current user",
        help: (Self.ownersHelp(path).map { $0 + ", or, if" } ?? "if")
          + " you trust it, 'git config --global --add safe.directory \(place.shellQuoted)'"
      )
    }
  }

  /// The advice for root, rather than to trust others; `nil` for other users, who cannot follow it.
  ///
  /// What root writes there, its owner could not read or change.
  private static func ownersHelp(_ path: String) -> String? {
    var facts = stat()
    guard geteuid() == 0, unsafe lstat(path, &facts) == 0,
      let owner = unsafe getpwuid(facts.st_uid)
    else { return nil }
    let name = unsafe String(cString: owner.pointee.pw_name)
    #if os(Linux)
      let program = "runuser -u \(name) --"
    #else
      let program = "sudo -u \(name)"
    #endif
    return "run it as its owner: '\(program) COMMAND'"
  }

  private static func isOwned(_ path: String) -> Bool {
    var facts = stat()
    guard unsafe lstat(path, &facts) == 0 else { return true }
    if facts.st_uid == geteuid() { return true }
    guard geteuid() == 0, let sudo = variable("SUDO_UID") else { return false }
    return UInt32(sudo) == facts.st_uid
  }

  private static func isDeclaredSafe(_ place: String) throws(OperationError) -> Bool {
    let configuration = try unsafe Handle(freedBy: { unsafe git_config_free($0) }) {
      unsafe git_config_open_default($0)
    }
    var isSafe = false
    let key = "safe.directory"
    let values = try unsafe values(of: key, in: configuration.pointer) + environmentValues(of: key)
    for value in values {
      // As in git, an empty value cancels those before it.
      if value.isEmpty { isSafe = false }
      if value == "*" || value == place || value == place + "/" { isSafe = true }
      if value.hasSuffix("/*"), place.hasPrefix(value.dropLast()) { isSafe = true }
    }
    return isSafe
  }

  /// The values of a setting in `GIT_CONFIG_COUNT` and its companions, which libgit2 does not read.
  private static func environmentValues(of key: String) -> [String] {
    let count = variable("GIT_CONFIG_COUNT").flatMap(Int.init) ?? 0
    var values: [String] = []
    for index in 0..<max(0, count) {
      guard let name = variable("GIT_CONFIG_KEY_\(index)"),
        let value = variable("GIT_CONFIG_VALUE_\(index)")
      else { break }
      if name.lowercased() == key { values.append(value) }
    }
    return values
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  private static func values(
    of key: String,
    in configuration: OpaquePointer
  ) throws(OperationError) -> [String] {
    var iterator: OpaquePointer?
    try check(unsafe git_config_multivar_iterator_new(&iterator, configuration, key, nil))
    defer { unsafe git_config_iterator_free(iterator) }
    var values: [String] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while true {
      let result = unsafe git_config_next(&entry, iterator)
      if result == GIT_ITEROVER.rawValue { return values }
      try check(result)
      if let value = unsafe entry?.pointee.value { values.append(unsafe String(cString: value)) }
    }
  }
}

extension String {
  /// The text as one word of a shell, for the commands that messages tell people to type.
  ///
  /// Messages put commands in single quotes, so double quotes are preferred here.
  package var shellQuoted: String {
    if !isEmpty, utf8.allSatisfy(\.isPlainInShell) { return self }
    // An interactive shell replaces an exclamation mark in double quotes, whatever stands before it.
    let isLiteral = utf8.contains { $0 == UInt8(ascii: "!") || $0 < UInt8(ascii: " ") }
    if isLiteral { return "'" + replacing("'", with: #"'\''"#) + "'" }
    return "\"" + replacing(/["$`\\]/) { "\\" + $0.output } + "\""
  }
}

extension UInt8 {
  fileprivate var isPlainInShell: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "./_-@%+=:".utf8.contains(self)
    }
  }
}
