import CLibrary
package import SystemPackage

extension LocalFile {
  /// Removes a file, if there is one, and returns whether there was.
  @discardableResult
  package static func remove(_ path: String) throws(OperationError) -> Bool {
    try unsafe SystemCall.check(
      unlink(path),
      orAccept: [.noSuchFileOrDirectory, .notDirectory],
      "cannot remove '\(path)'"
    )
  }

  /// Writes this content to a file unless it has it already; unsynced, for files that can be
  /// created again.
  package static func update(_ path: String, to content: [UInt8]) throws(OperationError) {
    guard try read(path) != content else { return }
    let replacement = StagedReplacement(path: path, staging: "\(path).new")
    try replacement.stage(content)
    try replacement.moveIntoPlace()
  }

  /// Writes into the file in place, which is created if it is missing, and syncs it; links are not
  /// followed.
  ///
  /// Only for content that several processes may write at once, all of them the same.
  package static func fill(_ path: String, with content: [UInt8]) throws(OperationError) {
    let file = try OperationError.during("cannot create '\(path)'") {
      try unsafe FileDescriptor.open(
        path,
        .writeOnly,
        options: [.create, .noFollow, .closeOnExec],
        permissions: FilePermissions(rawValue: 0o666)
      )
    }
    defer { try? file.close() }
    try write(content, to: file, path)
    try OperationError.during("cannot sync '\(path)'") { try SystemCall.sync(file) }
  }

  /// Writes all of `content`, in as many calls as the system needs.
  package static func write(
    _ content: [UInt8],
    to file: FileDescriptor,
    _ path: String
  ) throws(OperationError) {
    _ = try OperationError.during("cannot write '\(path)'") { try file.writeAll(content) }
  }

  /// Moves a file or a folder, replacing a file.
  package static func move(_ path: String, to place: String) throws(OperationError) {
    try unsafe SystemCall.check(rename(path, place), "cannot put '\(place)' in place")
  }

  /// Sets the modification time to now; if that fails, the file only looks older.
  package static func touch(_ path: String) {
    unsafe utimes(path, nil)
  }

  /// Creates a folder, if it does not exist.
  package static func makeDirectory(_ path: String) throws(OperationError) {
    try unsafe SystemCall.check(
      mkdir(path, 0o755),
      orAccept: [.fileExists],
      "cannot create the folder '\(path)'"
    )
  }

  /// Creates the missing directories of a path.
  package static func makeDirectories(_ path: String) throws(OperationError) {
    let task = "cannot create the directory '\(path)'"
    if path != "/" {
      if unsafe mkdir(path, 0o777) == 0 || errno == EEXIST { return }
      guard errno == ENOENT else { throw OperationError(SystemCall.error, task) }
      try makeDirectories(parent(of: path))
    }
    try unsafe SystemCall.check(mkdir(path, 0o777), orAccept: [.fileExists], task)
  }

  /// Removes a folder with its content, without following links.
  package static func removeAll(_ path: String) throws(OperationError) {
    switch kind(at: path) {
    case nil: return
    case .file, .link, .other: try remove(path)
    case .directory:
      for name in try names(in: path) { try removeAll("\(path)/\(name)") }
      try unsafe SystemCall.check(
        rmdir(path),
        orAccept: [.noSuchFileOrDirectory],
        "cannot remove the folder '\(path)'"
      )
    }
  }

  /// Removes empty directories, upwards from `path` and below `root`, as git does.
  package static func removeEmptyDirectories(from path: String, below root: String) {
    var folder = path
    while folder.utf8.count > root.utf8.count, unsafe rmdir(folder) == 0 {
      folder = parent(of: folder)
    }
  }
}
