#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// A directory that files of a tree are written into, and nothing outside of it, whatever links
/// may appear there meanwhile.
///
/// Every step is taken from an open directory and follows no link.
struct TreeWriter: ~Copyable {
  let descriptor: Int32
  private let path: String
  /// Whether the umask leaves the modes that are asked for as they are.
  private let keepsModes: Bool

  /// Opens `path`, which is made if it is missing; what leads there may be links.
  init(path: String) throws(GitError) {
    let isNew = unsafe mkdir(path, 0o755) == 0
    if !isNew, errno != EEXIST { throw SystemFailure.last("cannot create the directory '\(path)'") }
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // The umask affects all modes here as it affects the mode of one directory.
    var facts = stat()
    let isKept = unsafe fstat(descriptor, &facts) == 0 && facts.st_mode & 0o777 == 0o755
    try self.init(descriptor: descriptor, path, keepsModes: isNew && isKept)
  }

  private init(descriptor: Int32, _ path: String, keepsModes: Bool) throws(GitError) {
    guard descriptor >= 0 else { throw SystemFailure.last("cannot open the directory '\(path)'") }
    self.descriptor = descriptor
    self.path = path
    self.keepsModes = keepsModes
  }

  deinit {
    close(descriptor)
  }

  /// Makes a directory with the mode 755, whatever the umask is; one that is there is taken.
  func directory(_ name: String) throws(GitError) -> TreeWriter {
    let place = "\(path)/\(name)"
    let isNew = unsafe mkdirat(descriptor, name, 0o755) == 0
    if !isNew, errno != EEXIST {
      throw SystemFailure.last(
        "cannot create the directory '\(place)'"
      )
    }
    let made = try TreeWriter(
      descriptor: unsafe openat(
        descriptor,
        name,
        O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      ),
      place,
      keepsModes: keepsModes
    )
    if isNew, !keepsModes, fchmod(made.descriptor, 0o755) != 0 {
      throw SystemFailure.last("cannot set the mode of '\(place)'")
    }
    return made
  }

  /// Writes a file that must not be there yet, with the mode 644 or 755.
  func file(_ name: String, _ content: [UInt8], isExecutable: Bool) throws(GitError) {
    let place = "\(path)/\(name)"
    let mode: mode_t = isExecutable ? 0o755 : 0o644
    let file = unsafe openat(
      descriptor,
      name,
      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
      keepsModes ? mode : 0o600
    )
    guard file >= 0 else { throw SystemFailure.last("cannot create the file '\(place)'") }
    defer { close(file) }
    try SystemFile.write(content, to: file, at: place)
    guard keepsModes || fchmod(file, mode) == 0 else {
      throw SystemFailure.last("cannot set the mode of '\(place)'")
    }
  }

  /// Makes a link that must not be there yet.
  func link(_ name: String, to target: [UInt8]) throws(GitError) {
    guard unsafe symlinkat(String(decoding: target, as: UTF8.self), descriptor, name) == 0 else {
      throw SystemFailure.last("cannot create the link '\(path)/\(name)'")
    }
  }
}
