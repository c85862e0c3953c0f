import CLibrary
package import SystemPackage

/// Files on this machine that git does not store.
package enum LocalFile {
  /// The kind of an entry, as a noun for messages.
  package enum Kind: String, Sendable {
    case file = "a file"
    case directory = "a folder"
    case link = "a link"
    case other = "a device or pipe"
  }

  /// The kind of the entry at a path, without following links; `nil` if there is none.
  package static func kind(at path: String) -> Kind? {
    FileFacts.of(path)?.kind
  }

  /// Whether a file or folder exists, following links.
  package static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// Whether this process may run the file, following links.
  package static func isExecutable(_ path: String) -> Bool {
    unsafe access(path, X_OK) == 0
  }

  /// Whether files can be put into a folder and taken out of it.
  package static func isWritable(_ folder: String) -> Bool {
    unsafe access(folder, W_OK | X_OK) == 0
  }

  /// The content of a file; `nil` if there is none.
  package static func read(_ path: String) throws(OperationError) -> [UInt8]? {
    try readWithFacts(path)?.content
  }

  /// The same, with the metadata of the file that was read.
  package static func readWithFacts(
    _ path: String
  ) throws(OperationError) -> (facts: FileFacts, content: [UInt8])? {
    let file: FileDescriptor
    do {
      file = try unsafe FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    } catch let error as Errno {
      if error == .noSuchFileOrDirectory || error == .notDirectory { return nil }
      throw OperationError(error, "cannot open '\(path)'")
    } catch {
      throw OperationError(.inputOutput, "cannot open '\(path)': \(error)")
    }
    defer { try? file.close() }
    return try OperationError.during("cannot read '\(path)'") {
      let facts = try FileFacts.of(file)
      var content = [UInt8](repeating: 0, count: facts.size + 1)
      var filled = 0
      while true {
        let count = try unsafe content.withUnsafeMutableBytes { bytes in
          try unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
        }
        if count == 0 { break }
        filled += count
        if filled == content.count { content.append(contentsOf: repeatElement(0, count: filled)) }
      }
      content.removeLast(content.count - filled)
      return (facts, content)
    }
  }

  /// The target of a link, as bytes.
  package static func linkTarget(_ path: String) throws(OperationError) -> [UInt8] {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe target.withUnsafeMutableBytes { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { text in
        unsafe text.baseAddress.map { unsafe readlink(path, $0, text.count) } ?? -1
      }
    }
    guard count >= 0 else {
      throw OperationError(SystemCall.error, "cannot read the link '\(path)'")
    }
    return Array(target[..<count])
  }
}

extension LocalFile {
  /// Moves a folder with its content; if the target exists, only what it lacks.
  ///
  /// Entries on another file system stay, and so do mount points.
  package static func moveFolder(_ path: String, to place: String) throws(OperationError) {
    guard let facts = FileFacts.of(path) else { return }
    if let other = FileFacts.of(place),
      // On file systems that fold case, a folder is found under its new name.
      other.stamp.inode != facts.stamp.inode || other.device != facts.device
    {
      guard facts.kind == .directory, other.kind == .directory else { return }
      for name in try names(in: path).sorted() {
        try moveFolder("\(path)/\(name)", to: "\(place)/\(name)")
      }
      unsafe rmdir(path)
      return
    }
    try unsafe SystemCall.check(
      rename(path, place),
      orAccept: [.improperLink, .resourceBusy, .noSuchFileOrDirectory],
      "cannot move '\(path)' to '\(place)'"
    )
  }
}

extension LocalFile {
  /// Sets the modification time of the entry at a path, without following links.
  ///
  /// - Parameter time: In nanoseconds since 1970.
  package static func setModified(_ path: String, to time: Int) throws(OperationError) {
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    let stamp = timespec(tv_sec: time_t(seconds), tv_nsec: rest)
    try unsafe SystemCall.check(
      utimensat(AT_FDCWD, path, [stamp, stamp], AT_SYMLINK_NOFOLLOW),
      "cannot set the time of '\(path)'"
    )
  }

  /// Gives a file that root has created the owner and the group of a folder; does nothing for others,
  /// who cannot.
  package static func leaveToOwner(of folder: String, _ path: String) throws(OperationError) {
    guard geteuid() == 0 else { return }
    var facts = stat()
    try unsafe SystemCall.check(stat(folder, &facts), "cannot read the owner of '\(folder)'")
    try unsafe SystemCall.check(
      lchown(path, facts.st_uid, facts.st_gid),
      "cannot set the owner of '\(path)'"
    )
  }

  /// Sets the nine permission bits, regardless of the umask.
  package static func setPermissions(_ path: String, to permissions: UInt16) throws(OperationError)
  {
    try unsafe SystemCall.check(
      chmod(path, mode_t(permissions)),
      "cannot set the permissions of '\(path)'"
    )
  }
}

extension LocalFile {
  /// Syncs those of these files and directories that exist, all at once, and returns them.
  ///
  /// The main cost of a sync is the wait for the disk, which can do many at a time.
  @discardableResult
  package static func sync(all paths: some Collection<String>) throws(OperationError) -> [String] {
    var synced: [String] = []
    var rest = paths[...]
    while !rest.isEmpty {
      synced += try sync(together: rest.prefix(mostOpenFiles))
      rest = rest.dropFirst(mostOpenFiles)
    }
    return synced
  }

  /// The number of files that a process may open, with a margin.
  private static let mostOpenFiles = 128

  private static func sync(together paths: some Collection<String>) throws(OperationError)
    -> [String]
  {
    var files: [(path: String, descriptor: Int32)] = []
    defer { for file in files { close(file.descriptor) } }
    for path in paths {
      let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
      if file < 0, errno == ENOENT { continue }
      guard file >= 0 else { throw OperationError(SystemCall.error, "cannot open '\(path)'") }
      files.append((path, file))
    }
    for (file, error) in zip(files, syncTogether(files.map(\.descriptor))) where error != 0 {
      throw OperationError(Errno(rawValue: error), "cannot sync '\(file.path)'")
    }
    return files.map(\.path)
  }

  /// Waits until all are on the disk, and returns the error number of each, or zero.
  private static func syncTogether(_ files: [Int32]) -> [Int32] {
    // The thread sanitizer knows nothing of the C library's own threads, and crashes in them.
    #if os(Linux) && !THREAD_SANITIZER
      var errors = files.map { _ in Int32(0) }
      // A single file is synced directly.
      let requests = UnsafeMutableBufferPointer<aiocb>.allocate(
        capacity: files.count > 1 ? files.count : 0
      )
      unsafe requests.initialize(repeating: aiocb())
      defer { unsafe requests.deallocate() }
      var isRequested = files.map { _ in false }
      for index in requests.indices {
        unsafe requests[index].aio_fildes = files[index]
        unsafe requests[index].aio_sigevent.sigev_notify = Int32(SIGEV_NONE)
        // Refused where the system has no room for more; it is then done below.
        isRequested[index] = unsafe aio_fsync(O_SYNC, &requests[index]) == 0
      }
      for index in files.indices where !isRequested[index] {
        errors[index] = SystemCall.sync(files[index]) == 0 ? 0 : errno
      }
      for index in files.indices where isRequested[index] {
        errors[index] = unsafe wait(for: &requests[index])
      }
      return errors
    #else
      return SystemCall.syncInTurn(files)
    #endif
  }

  #if os(Linux) && !THREAD_SANITIZER
    private static func wait(for request: UnsafeMutablePointer<aiocb>) -> Int32 {
      var list: [UnsafePointer<aiocb>?] = unsafe [UnsafePointer(request)]
      while unsafe aio_error(request) == EINPROGRESS { _ = unsafe aio_suspend(&list, 1, nil) }
      let error = unsafe aio_error(request)
      _ = unsafe aio_return(request)
      return error
    }
  #endif
}

extension LocalFile {
  /// The path with all links resolved.
  package static func realPath(_ path: String) throws(OperationError) -> String {
    guard let resolved = unsafe realpath(path, nil) else {
      throw OperationError(SystemCall.error, "cannot find '\(path)'")
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The absolute path, which need not exist.
  ///
  /// Leading `.` and `..` are resolved. Later ones stay, as they may follow a link.
  package static func absolutePath(_ path: String) throws(OperationError) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    var folder = try realPath(".")
    var parts = path.utf8.split(separator: UInt8(ascii: "/"))[...]
    while let part = parts.first.map({ String(Substring($0)) }), part == "." || part == ".." {
      if part == ".." { folder = parent(of: folder) }
      parts.removeFirst()
    }
    let rest = parts.map { Substring($0) }.joined(separator: "/")
    return rest.isEmpty ? folder : folder == "/" ? "/\(rest)" : "\(folder)/\(rest)"
  }

  /// The absolute path without its last part; `/` for a path with one part.
  package static func parent(of path: String) -> String {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).dropLast()
    return "/" + parts.map { Substring($0) }.joined(separator: "/")
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
  }

  /// The names in a folder without `.` and `..`, unsorted.
  package static func names(in path: String) throws(OperationError) -> [String] {
    guard let directory = unsafe opendir(path) else {
      throw OperationError(SystemCall.error, "cannot open the directory '\(path)'")
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else { break }
      let characters = unsafe UnsafeRawPointer(entry).advanced(by: nameOffset)
      let name = unsafe String(cString: characters.assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else {
      throw OperationError(SystemCall.error, "cannot read the directory '\(path)'")
    }
    return names
  }

  /// Where an entry of a directory has its name.
  ///
  /// The system gives as much memory as the name needs, which is less than the type has: an entry is
  /// never copied.
  private static var nameOffset: Int {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      fatalError("'d_name' is a stored property of a C structure, which has an offset")
    }
    return offset
  }

  /// The paths of what is below a folder at any depth, sorted and without folders; none if it is no
  /// folder.
  package static func files(below folder: String) throws(OperationError) -> [String] {
    guard kind(at: folder) == .directory else { return [] }
    var found: [String] = []
    for name in try names(in: folder).sorted() {
      let path = "\(folder)/\(name)"
      found += kind(at: path) == .directory ? try files(below: path) : [path]
    }
    return found
  }
}

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
