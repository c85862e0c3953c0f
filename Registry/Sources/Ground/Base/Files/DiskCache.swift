import CLibrary
import SystemPackage

/// A folder of files that can be created again, of which the least recently used are removed for
/// new ones.
///
/// The sum of their sizes is kept, so that noting a use takes no reading of the folder. Usage is known
/// for one run only; before that, the age of the files counts. Other processes may use the same
/// folder: a file that one of them removes is created again, and a process that reads it can continue.
package struct DiskCache: Sendable {
  /// A file that has not been used since it was listed in ``surplus``.
  package struct Unused: Sendable {
    package let name: String
    fileprivate let use: Int
  }

  /// The path of the folder.
  package let path: String
  private let bound: Int
  private var files: [String: (size: Int, use: Int)] = [:]
  private var size = 0
  private var clock = 0

  /// Opens the cache of a folder, which need not exist; files that were staged by a killed process
  /// are removed.
  ///
  /// - Parameter bound: The greatest sum of the sizes of all files, in bytes.
  package init(path: String, bound: Int) {
    self.path = path
    self.bound = bound
    var found: [(name: String, stamp: FileStamp)] = []
    StagedFile.removeAbandoned(in: path)
    for name in (try? LocalFile.names(in: path)) ?? [] where !name.hasSuffix(StagedFile.suffix) {
      guard let facts = FileFacts.of("\(path)/\(name)"), facts.kind == .file else { continue }
      found.append((name, facts.stamp))
    }
    for file in found.sorted(by: { $0.stamp.modified < $1.stamp.modified }) {
      note(file.name, size: file.stamp.size)
    }
  }

  /// The path of a file, whether it exists or not.
  package func path(of name: String) -> String {
    "\(path)/\(name)"
  }

  /// Whether ``trim()`` has anything to remove.
  package var isOverfull: Bool { size > bound && files.count > 1 }

  /// Notes that a file exists and was used.
  package mutating func note(_ name: String, size new: Int) {
    clock += 1
    size += new - (files[name]?.size ?? 0)
    files[name] = (new, clock)
  }

  /// Removes a file, if it exists.
  package mutating func remove(_ name: String) {
    removeFile(name)
    size -= files.removeValue(forKey: name)?.size ?? 0
  }

  /// Removes what exceeds the bound.
  package mutating func trim() {
    for file in surplus where forget(file) { removeFile(file.name) }
  }

  /// The files that ``trim()`` removes, for a caller that removes them one by one while others use the
  /// cache.
  ///
  /// Down to nine tenths of the bound, so that not every further file causes a sort; never the file
  /// that was used last.
  package var surplus: [Unused] {
    guard isOverfull else { return [] }
    var (rest, surplus) = (size, [Unused]())
    for (name, file) in files.sorted(by: { $0.value.use < $1.value.use }).dropLast() {
      if rest <= bound / 10 * 9 { break }
      rest -= file.size
      surplus.append(Unused(name: name, use: file.use))
    }
    return surplus
  }

  /// Counts a file no longer, and returns whether it may be removed: not if it was used meanwhile.
  package mutating func forget(_ file: Unused) -> Bool {
    guard let known = files[file.name], known.use == file.use else { return false }
    files[file.name] = nil
    size -= known.size
    return true
  }

  /// If it cannot be removed, the next run tries again.
  private func removeFile(_ name: String) {
    _ = try? LocalFile.remove(path(of: name))
  }
}

/// A file that is written under a temporary name and renamed when it is complete; without a commit,
/// nothing remains.
///
/// The process holds a kernel lock on it in the meantime. A temporary file without a lock was left
/// by a killed process, and is removed when the same file is written next. Its name follows from the
/// file's, so that no folder is read for that.
package struct StagedFile: ~Copyable {
  /// The end of temporary names.
  package static let suffix = ".part"

  private let replacement: StagedReplacement
  private let file: FileDescriptor

  /// - Parameters:
  ///   - permissions: Without those that the umask removes.
  /// - Throws: Also if there is something other than a file at the path: a rename would replace a
  ///   link or a device.
  package init(for path: String, permissions: UInt16 = 0o666) throws(OperationError) {
    if let kind = LocalFile.kind(at: path), kind != .file {
      throw OperationError(
        .inputOutput,
        "cannot write '\(path)': found \(kind.rawValue), expected a file or nothing",
        help: "name another file, or '-' for standard output"
      )
    }
    let made = try Self.make(for: path, permissions: CInterop.Mode(permissions))
    (replacement, file) = (made.replacement, made.file)
  }

  /// Throws before anything is stored, because `deinit` would remove another process's file.
  private static func make(
    for path: String,
    permissions: CInterop.Mode
  ) throws(OperationError) -> (replacement: StagedReplacement, file: FileDescriptor) {
    var number = 1
    while true {
      let staging = "\(path).registry-\(number)\(suffix)"
      let replacement = StagedReplacement(path: path, staging: staging)
      removeAbandoned(staging)
      guard let file = try replacement.open(permissions: permissions, "cannot write '\(path)'")
      else {
        // Another process writes the same file, or has just begun to.
        number += 1
        continue
      }
      if lock(file, waiting: true) { return (replacement, file) }
      // Another process removed it before it was locked.
      try? file.close()
    }
  }

  deinit {
    // It no longer exists if it was renamed.
    unsafe unlink(replacement.staging)
    try? file.close()
  }

  /// Appends bytes to the staged file.
  package func write(_ bytes: [UInt8]) throws(OperationError) {
    try LocalFile.write(bytes, to: file, replacement.path)
  }

  /// Renames it to its path.
  ///
  /// - Parameter isSynced: `false` only if damage by a power cut is detected when the file is read.
  package func commit(isSynced: Bool = true) throws(OperationError) {
    if isSynced {
      try OperationError.during("cannot write '\(replacement.path)'") { try SystemCall.sync(file) }
    }
    try replacement.moveIntoPlace()
  }

  /// Renames it to its path, unsynced, and opens it for reading.
  ///
  /// - Throws: Also if its content is no longer what was written.
  package func commitOpen() throws(OperationError) -> OpenFile {
    try commit(isSynced: false)
    let path = replacement.path
    let written = try OperationError.during("cannot read '\(path)'") { try FileFacts.of(file) }
    guard let open = try OpenFile(path),
      open.stamp == OpenFile.Stamp(device: written.device, stamp: written.stamp)
    else { throw OperationError(.inputOutput, "'\(path)' was changed while it was written") }
    return open
  }
}

extension StagedFile {
  /// Removes what killed processes left in a folder that nothing else writes to.
  package static func removeAbandoned(in folder: String) {
    // What cannot be read or removed does no harm.
    for name in (try? LocalFile.names(in: folder)) ?? [] where name.hasSuffix(suffix) {
      removeAbandoned("\(folder)/\(name)")
    }
  }

  /// Removes a temporary file that no process has locked.
  private static func removeAbandoned(_ path: String) {
    let options: FileDescriptor.OpenOptions = [.noFollow, .nonBlocking, .closeOnExec]
    guard let file = try? unsafe FileDescriptor.open(path, .readOnly, options: options) else {
      return
    }
    if lock(file, waiting: false) { unsafe unlink(path) }
    try? file.close()
  }

  /// Whether the file is now locked and still has a name.
  private static func lock(_ file: FileDescriptor, waiting: Bool) -> Bool {
    while flock(file.rawValue, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      guard SystemCall.error == .interrupted else {
        // On a file system without locks, no file counts as abandoned.
        return waiting
      }
    }
    var facts = stat()
    return unsafe fstat(file.rawValue, &facts) == 0 && facts.st_nlink > 0
  }
}
