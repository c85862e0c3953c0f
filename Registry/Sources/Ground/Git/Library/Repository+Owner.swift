import Base
private import CLibrary

private import CGit2

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

  /// What root does better than to trust others; `nil` for all who cannot.
  ///
  /// What root writes there, its owner could not read or change.
  private static func ownersHelp(_ path: String) -> String? {
    var facts = stat()
    guard geteuid() == 0, unsafe lstat(path, &facts) == 0,
      let owner = unsafe getpwuid(facts.st_uid)
    else { return nil }
    let name = unsafe String(cString: owner.pointee.pw_name)
    return "run it as its owner: 'runuser -u \(name) -- COMMAND'"
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
